import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases';
import { differenceOf as differenceBetween, type Outcome } from '../../testing/outcome';

const TABLE = join(import.meta.dirname, '../../../../../docs/differences/shell.md');

/** What differs between the sandbox and the machine; undefined if nothing does, or the machine lacks a command. */
export function differenceOf(native: Outcome, ours: Outcome): string | undefined {
  if (/command not found/.test(native.stderr) && !/command not found/.test(ours.stderr)) return undefined;
  // Random names and compressed contents are not compared.
  return differenceBetween(native, ours, (files) =>
    files.map(([path, text]) => [
      path.replace(/(foo|tmp)\.\w{6,10}$/, '$1.X'),
      /\.(?:tar|tgz|gz|zip|bz2|xz)$|\.tar\./.test(path) ? '' : text,
    ]),
  );
}

/** The cases that the table in the docs says differ. */
export const knownDifferences = (): Set<string> =>
  new Set([...readFileSync(TABLE, 'utf8').matchAll(/^\| `([\w.]+:\d+)` /gm)].map(([, id = '']) => id));

/** Rewrites the table. `said`: what the sandbox's shell reported. */
export function writeDifferences(rows: readonly (Case & { what: string; said: string })[]): void {
  const cell = (text: string) =>
    text.trim().split('\n').join(' ⏎ ').replaceAll('|', '\\|').replaceAll('`', "'").slice(0, 110);
  const lines = rows.map(
    ({ id, script, what, said }) =>
      `| \`${id}\` | \`${cell(script)}\` | ${what} | ${said === '' ? '' : `\`${cell(said)}\``} |`,
  );
  const head = [
    '# Shell: known differences from bash 5.2 and GNU tools',
    '',
    'The lines and scripts that differ in standard output, exit code or files. The test beside the shell',
    '(`lib/sandbox/embedded/shell/differential.test.ts`) runs all of its lines and scripts in the machine’s bash and in the sandbox’s, fails',
    'where this table is wrong, and writes it with `TOOLYARD_LONG=1 TOOLYARD_WRITE_DIFFERENCES=1`.',
    '',
    '`sh` and `dash` are dash 0.5.12, as on Debian: what only bash knows (`[[ ]]`, arrays, `<<<`) is refused in dash’s words, and `echo`',
    'takes `\\n` for a line end.',
    '',
    '| case | script | what differs | what the shell says |',
    '| --- | --- | --- | --- |',
  ];
  writeFileSync(TABLE, `${[...head, ...lines].join('\n')}\n`);
}
