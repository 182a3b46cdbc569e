import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { htmlTitle, htmlText } from './words-of-html';

const DEADLINE_MS = 5_000;
const HEAP_MB = 256;

/** HTML as Markdown without link addresses, or as plain text if it cannot be converted in time. Never rejects. */
export async function toMarkdown(html: string): Promise<{ title: string; text: string }> {
  const converted = await convert(html);
  return { title: htmlTitle(html), text: tidy(converted ?? htmlText(html)) };
}

/** Most concurrent workers, to leave processor time for other work. */
const MOST_WORKERS = 2;
let working = 0;
/** Those that wait for a worker, longest first. */
const waiting = new Set<() => void>();

async function convert(html: string): Promise<string | undefined> {
  if (working < MOST_WORKERS) working += 1;
  else if (!(await isFreed())) return undefined;
  try {
    return await convertNow(html);
  } finally {
    const [next] = waiting;
    if (next) next();
    else working -= 1;
  }
}

/** Waits for a worker; false if others keep all of them busy for too long. */
const isFreed = (): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (freed: boolean) => {
      clearTimeout(timer);
      waiting.delete(take);
      resolve(freed);
    };
    const take = () => end(true);
    const timer = setTimeout(() => end(false), DEADLINE_MS);
    waiting.add(take);
  });

function convertNow(html: string): Promise<string | undefined> {
  const worker = new Worker(HTML_WORKER, {
    eval: true,
    workerData: { html, root: join(process.cwd(), 'package.json') },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  return new Promise((resolve) => {
    const end = (text?: string) => {
      clearTimeout(timer);
      resolve(text);
      void worker.terminate();
    };
    const timer = setTimeout(end, DEADLINE_MS);
    worker.once('message', (text: unknown) => end(typeof text === 'string' ? text : undefined));
    worker.once('error', () => end());
    worker.once('exit', () => end());
  });
}

/** Trims the ends of lines and collapses blank lines. */
const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();

/**
 * Source of the worker that converts HTML: a page of a few hundred kilobytes can keep turndown busy for half a minute, and
 * only a separate thread can be stopped. Links and images leave only their text, since addresses are no use to a reader.
 */
const HTML_WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const load = require('node:module').createRequire(workerData.root);
const Turndown = load('turndown');
const { gfm } = load('turndown-plugin-gfm');
const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
service.use(gfm);
service.remove(['script', 'style', 'noscript', 'template', 'iframe', 'svg', 'canvas', 'form', 'head', 'nav']);
service.addRule('link', { filter: 'a', replacement: (content) => content });
service.addRule('picture', { filter: 'img', replacement: (_content, node) => node.getAttribute('alt') || '' });
parentPort.postMessage(service.turndown(workerData.html));
`;
