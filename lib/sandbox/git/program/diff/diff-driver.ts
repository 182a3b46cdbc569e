import { GitFailure } from '../../git-failure';
import { removeAll } from '../../git-fs';
import { HEADING_PATTERNS } from '../../diff/heading-patterns';
import { isHeading } from '../../diff/hunks';
import { wordsOfLanguage } from '../../diff/word-patterns';
import { encodeUtf8 } from '../../store/bytes';
import type { Context } from '../setup/context';
import { posixPattern } from '../text/posix-pattern';
import { attributesOf, checkedOut } from '../worktree/work-files';

/** How a file is compared, from its attribute `diff`. */
export interface DiffDriver {
  /** `true` if it is always binary, `false` if it is always text. */
  readonly binary: boolean | undefined;
  /** A program that turns the file into text. */
  readonly textconv: string | undefined;
  /** What a hunk's heading shows of a line; undefined if the line is not a heading. */
  readonly heading: (line: string) => string | undefined;
  /** What counts as a word, if the language or the settings say it. */
  readonly words?: RegExp | undefined;
}

const PLAIN = (line: string): string | undefined => (isHeading(line) ? line : undefined);

export async function diffDriver(context: Context, path: string): Promise<DiffDriver> {
  const wanted = await attributesOf(context).get(path, 'diff');
  if (typeof wanted !== 'string')
    return { binary: wanted === undefined ? undefined : !wanted, textconv: undefined, heading: PLAIN };
  const { config } = context;
  const [extended, basic] = [config.get(`diff.${wanted}.xfuncname`), config.get(`diff.${wanted}.funcname`)];
  const own = extended ?? basic;
  const flags = extended === undefined ? { extended: false, flags: '' } : { extended: true, flags: '' };
  const words = config.get(`diff.${wanted}.wordRegex`);
  const isBinary = config.boolean(`diff.${wanted}.binary`);
  return {
    binary: isBinary,
    textconv: config.get(`diff.${wanted}.textconv`),
    words: words === undefined ? wordsOfLanguage(wanted) : posixPattern(words, { extended: true, flags: 'gm' }),
    heading:
      own === undefined
        ? headingBy(HEADING_PATTERNS[wanted], (text) => new RegExp(text))
        : headingBy(own, (text) => posixPattern(text, flags)),
  };
}

/** The first pattern that matches a line decides; its group, if any, is what is shown. */
function headingBy(patterns: string | undefined, compile: (text: string) => RegExp): DiffDriver['heading'] {
  if (patterns === undefined) return PLAIN;
  const rules = patterns.split('\n').map((line) => ({
    not: line.startsWith('!'),
    pattern: compile(line.replace(/^!/, '')),
  }));
  return (line) => {
    const text = line.replace(/\r?\n$/, '');
    for (const { not, pattern } of rules) {
      const found = pattern.exec(text);
      if (found) return not ? undefined : (found[1] ?? found[0]);
    }
    return undefined;
  };
}

/** The output of a textconv program for a version of a file, which it sees as it would be checked out. */
export async function convertText(
  context: Context,
  command: string,
  path: string,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const file = `${context.gitdir}/textconv-file`;
  await context.fs.writeFile(file, await checkedOut(context, path, bytes));
  try {
    const run = ['sh', '-c', `${command} "$@"`, command, file];
    const { code, out } = await context.io.run(run, { cwd: context.root, env: context.io.env, capture: true });
    if (code !== 0) throw new GitFailure('unable to read files to diff');
    return encodeUtf8(out);
  } finally {
    await removeAll(context.fs, file);
  }
}
