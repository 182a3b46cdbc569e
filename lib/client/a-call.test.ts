import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { call, says, stopEvent } from '@/lib/agent/agent.fixture';
import { openSite } from '@/lib/server/http.fixture';
import { builtinTools } from '@/lib/tools/builtin';
import { patience } from '@/lib/tools/testing/cases';
import { createBrowser, createTestTools, idle, until } from './testing/test-tab';

const root = fileURLToPath(new URL('../..', import.meta.url));
const doc = join(root, 'docs/a-call.md');
/** A file is written and read, and then read as often: those calls are followed. What not all of them cross is no part of the way. */
const CALLS = 4;
const FIRST = 2;

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** V8's own count of which functions of ours ran since it was last asked, by file. */
function createCoverage() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    take(): Set<string> {
      const files = new Set<string>();
      session.post('Profiler.takePreciseCoverage', (_error, coverage) => {
        for (const { url, functions } of coverage?.result ?? []) {
          // The nameless functions are the modules themselves, and callbacks that say nothing alone.
          const ran = functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0);
          if (ran && url.startsWith('file:')) files.add(relative(root, fileURLToPath(url)));
        }
      });
      return new Set([...files].filter((file) => OURS.test(file) && !SUPPORT.test(file)));
    },
    end: () => session.disconnect(),
  };
}

const OURS = /^lib\/.*\.ts$/;
/** The files are the machine's own, behind a double of the sandbox. */
const SUPPORT = /\.(test|fixture)\.ts$|(^|\/)testing[/.]|^lib\/sandbox\//;

/** The files between a model's words and its next request: a real server, a real tab, a real file, and a model that is told what to say. */
async function follow(): Promise<string[]> {
  const coverage = createCoverage();
  const ways: Set<string>[] = [];
  const site = await openSite((_request, turn) => {
    const way = coverage.take();
    if (turn >= FIRST + 1) ways.push(way);
    if (turn === FIRST + CALLS) return says('Done.');
    const made =
      turn === 0
        ? (['Write', { file_path: 'a.txt', content: 'a line\n'.repeat(50) }] as const)
        : (['Read', { file_path: 'a.txt', offset: turn, limit: 3 }] as const);
    return [...call(`c${turn}`, made[0], JSON.stringify(made[1])), stopEvent('tool_calls')];
  });
  const browser = createBrowser(
    {
      fetch: (path, init) =>
        fetch(new URL(path instanceof Request ? path.url : path, site.url), {
          ...init,
          headers: { ...Object(init?.headers), authorization: BEARER },
        }),
    },
    { ...createTestTools(), tools: [...builtinTools] },
  );
  closing.push(browser.close, site.dispose);
  const client = browser.tab();
  await client.send('Read it.');
  await until(client, (state) => idle(state) && state.thread.turns.length > FIRST + CALLS);
  coverage.end();
  const [first = new Set<string>(), ...others] = ways;
  return [...first].filter((file) => others.every((way) => way.has(file))).toSorted();
}

const BEARER = `Bearer ${'a-session-of-the-test'.padEnd(40, '.')}`;

/** In the order in which a call comes through them. */
const AREAS: readonly (readonly [string, string])[] = [
  ['lib/models', 'The model says it: a double here, so no file of a provider is crossed.'],
  ['lib/agent', 'The agent loop logs it, and asks again when the results are there.'],
  ['lib/threads', 'The log keeps it.'],
  ['lib/server', 'The server sends the log to the tab, and takes the results.'],
  ['lib/client', 'The tab follows the log, runs the call and posts its result.'],
  ['lib/tools', 'The pipeline of the call, and the tool.'],
  ['lib/schema', 'Its arguments are validated.'],
  ['lib/stores', 'What the tab keeps of it.'],
  ['lib/protocol', 'The words of the wire.'],
];

/** The way in short: a file where each step is done, and the step. */
const WAY: readonly (readonly [string, string])[] = [
  ['lib/agent/model-turn.ts', 'The model’s reply arrives in pieces, of which AG-UI events are made.'],
  ['lib/agent/run.ts', 'They are collected, stamped and appended.'],
  ['lib/threads/sqlite/sqlite-log.ts', 'One commit, fenced by the run’s lease; followers are woken.'],
  ['lib/server/sse.ts', 'Each follower gets the lines as server-sent events.'],
  ['lib/client/thread/tail.ts', 'The tab parses and folds them.'],
  ['lib/client/thread/session-reducer.ts', 'The run is over and has calls to answer: an effect.'],
  [
    'lib/client/executor/tool-executor.ts',
    'The journal is asked whether the call ran before; it is dispatched in call order.',
  ],
  ['lib/tools/dispatch/prepare.ts', 'The tool is looked up, the arguments are parsed and validated.'],
  ['lib/tools/dispatch/dispatcher.ts', 'The steps: rate limit, permission, hooks, execution, limits on the result.'],
  ['lib/tools/builtin/files/read.ts', 'The tool asks the sandbox’s port for the file.'],
  ['lib/client/run-client.ts', 'The result is posted as a tool message, which asks for the next run.'],
  ['lib/server/body.ts', 'The post is checked and bounded (`caller.ts` and `limiter.ts` before it).'],
  ['lib/agent/start.ts', 'It is compared with the log; the run begins in one commit, with the result.'],
  ['lib/agent/conversation.ts', 'The next turn is asked for (`run.ts`), with what this makes of the fold.'],
];

function told(files: readonly string[]): string {
  const known = AREAS.map(([area, about]) => ({
    about,
    area,
    files: files.filter((file) => file.startsWith(`${area}/`)),
  }));
  const sections = known
    .filter((section) => section.files.length > 0)
    .map(
      (section) =>
        `## ${section.area}\n\n${section.about}\n\n${section.files.map((file) => `- \`${file}\``).join('\n')}\n`,
    );
  return `# A call, file by file

What runs between a model's words and its next request, for one \`Read\`: a real server, a real tab, and a model that is told what
to say. ${files.length} files, found by V8's coverage of ${CALLS} calls in one process. The call crosses from the server to the tab in the log's
event stream, and back in one post. Areas stand in the order in which a call comes through them, files in that of their names.

In short:

${WAY.map(([file, what], index) => `${index + 1}. ${what} (\`${file}\`)`).join('\n')}

Made by \`TOOLYARD_WRITE=1 npx vitest run lib/client/a-call.test.ts\`. The test holds it to what is so, give or take a tenth.

${sections.join('\n')}`;
}

it(
  'crosses the files that docs/a-call.md names',
  async () => {
    const files = await follow();
    if (process.env.TOOLYARD_WRITE === '1') writeFileSync(doc, told(files));
    expect(WAY.filter(([file]) => !files.includes(file))).toEqual([]);
    const named = [...readFileSync(doc, 'utf8').matchAll(/^- `(.*)`$/gm)].map(([, file = '']) => file);
    const crossed = new Set(files);
    const differ = [...named.filter((file) => !crossed.has(file)), ...files.filter((file) => !named.includes(file))];
    expect(differ.length, `Write docs/a-call.md anew: ${differ.join(', ')}`).toBeLessThanOrEqual(named.length / 10);
  },
  2 * patience.timeout,
);
