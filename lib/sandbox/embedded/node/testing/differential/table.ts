import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TABLE = join(import.meta.dirname, '../../../../../../docs/differences/node.md');
const WIDTH = 110;

/** The cases listed as different in the docs' table. */
export const knownDifferences = (): Set<string> =>
  existsSync(TABLE)
    ? new Set([...readFileSync(TABLE, 'utf8').matchAll(/^\| `([^`]+)` /gm)].map(([, id = '']) => id))
    : new Set();

/** Rewrites the table. `said`: the standard error of the sandbox's node. */
export function writeDifferences(rows: readonly { id: string; what: string; said: string }[]): void {
  const cell = (text: string) =>
    text
      .trim()
      .split('\n')
      .filter((line) => /^\S*(?:Error|Warning)\b|\) Warning/.test(line))
      .join(' ⏎ ')
      .replaceAll('|', '\\|')
      .replaceAll('`', "'")
      .slice(0, WIDTH);
  const lines = rows.map(
    ({ id, what, said }) => `| \`${id}\` | ${what} | ${said.trim() === '' ? '' : `\`${cell(said)}\``} |`,
  );
  const head = [
    '# Node: known differences from Node 20',
    '',
    'The programs that differ in standard output, exit code or files. The test beside the sandbox’s node',
    '(`lib/sandbox/embedded/node/differential.test.ts`) runs all of its programs with the machine’s Node 20 and with the sandbox’s, fails',
    'where this table is wrong, and writes it with `TOOLYARD_LONG=1 TOOLYARD_WRITE_DIFFERENCES=1`.',
    '',
    '| case | what differs | what the sandbox’s node says |',
    '| --- | --- | --- |',
  ];
  writeFileSync(TABLE, `${[...head, ...lines].join('\n')}\n`);
}
