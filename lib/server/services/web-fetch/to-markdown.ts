import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HTML_WORKER } from './html-worker';
import { titleOf, wordsOf } from './words-of-html';

const DEADLINE_MS = 5_000;
const HEAP_MB = 256;

/** HTML as Markdown without addresses; its bare words where it cannot be converted in time. Never rejects. */
export async function toMarkdown(html: string): Promise<{ title: string; text: string }> {
  const converted = await convert(html);
  return { title: titleOf(html), text: tidy(converted ?? wordsOf(html)) };
}

/** Workers at once: more would take the processor from everybody else. */
const MOST_WORKERS = 2;
let working = 0;
const waiting: (() => void)[] = [];

async function convert(html: string): Promise<string | undefined> {
  if (working >= MOST_WORKERS) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await convertNow(html);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

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

/** Lines that are empty but for blanks, and more than one of them, say nothing. */
const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
