import { bench, describe } from 'vitest';
import { figure } from '@/e2e/bench/figure';
import { DialectNameSchema } from '@/lib/protocol';
import type { Dialect, PromptedTool } from './dialect';
import { dialects, parseToolCalls } from './index';

const MB = 1024 * 1024;
/** Characters per piece: about what a provider sends at once. */
const PIECE = 16;
const RUNS = 5;

const TOOLS: readonly PromptedTool[] = [
  {
    name: 'Write',
    description: 'Writes a file.',
    parameters: {
      type: 'object',
      properties: {
        file_path: { type: 'string' },
        content: { type: 'string' },
        lines: { type: 'integer' },
        edits: { type: 'array' },
      },
    },
  },
];
const LINE = 'A line of a file, with `code`, a quote " and a < that opens nothing.\n';

/** Prose with code in it and a call of about two kilobytes, repeated. */
function mixed(dialect: Dialect, length: number): string {
  const call = (content: string) =>
    dialect.formatCall({ name: 'Write', arguments: { file_path: 'a.txt', content, lines: 30 } });
  const round = `${LINE.repeat(10)}\n\`\`\`\n${LINE.repeat(5)}\`\`\`\n\n${call(LINE.repeat(30))}\n\n`;
  return round.repeat(Math.ceil(length / round.length));
}

/** One call that makes up nearly all of the stream. */
const whole = (dialect: Dialect, length: number): string =>
  dialect.formatCall({ name: 'Write', arguments: { file_path: 'a.txt', content: LINE.repeat(length / LINE.length) } });

/** Reads a stream in pieces; returns the number of calls. */
function read(dialect: Dialect, text: string): number {
  const parser = dialect.createParser(TOOLS);
  let calls = 0;
  for (let at = 0; at < text.length; at += PIECE) calls += parser.push(text.slice(at, at + PIECE)).calls.length;
  return calls + parser.end().calls.length;
}

/** CPU time in milliseconds, the minimum of several runs, so that other work on the machine does not count. */
function leastOf(work: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

const timeOf = (dialect: Dialect, text: string): number =>
  leastOf(() => {
    if (read(dialect, text) === 0) throw new Error(`${dialect.name} read no call.`);
  });

for (const name of DialectNameSchema.options) {
  const dialect = dialects[name];
  const text = mixed(dialect, MB);
  const ms = timeOf(dialect, text);
  const ratio = timeOf(dialect, mixed(dialect, 4 * MB)) / ms;
  const one = timeOf(dialect, whole(dialect, 4 * MB)) / timeOf(dialect, whole(dialect, MB));
  figure(
    `dialect ${name}, 1 MB in ${PIECE}-byte pieces`,
    `${(text.length / MB / (ms / 1000)).toFixed(0)} MB/s`,
    `4 MB take ${ratio.toFixed(1)} ×, as one call ${one.toFixed(1)} ×; linear is 4 ×`,
  );
}

/** Input that is read again because it turns out to be something else: repeated, and in one piece. */
const WORST = {
  'tags that open nothing': '<tool_call>',
  'JSON values without end': '<function=Write><parameter=edits>{\\"</parameter></function>',
};
for (const [what, again] of Object.entries(WORST)) {
  const ms = (length: number): number => {
    const text = again.repeat(length / again.length);
    return leastOf(() => void parseToolCalls(text, TOOLS));
  };
  const quarter = ms(MB / 4);
  figure(
    `dialects, 256 KB of ${what}`,
    `${(0.25 / (quarter / 1000)).toFixed(1)} MB/s`,
    `1 MB takes ${(ms(MB) / quarter).toFixed(1)} ×; linear is 4 ×`,
  );
}

describe('a call in a text dialect', () => {
  for (const name of DialectNameSchema.options) {
    const text = mixed(dialects[name], 1);
    bench(`read a turn with one call, ${name}`, () => void read(dialects[name], text));
  }
});
