import { removeAll } from '../git-fs';
import { HEADING_PATTERNS } from '../diff/heading-patterns';
import { isHeading } from '../diff/hunks';
import { encodeUtf8 } from '../store/bytes';
import type { Context } from './context';
import { posixPattern } from './posix-pattern';
import { attributesOf } from './work-files';

/** What the attribute `diff` says of how a file is compared. */
export interface DiffDriver {
  /** `true` where the bytes are never text, `false` where they always are. */
  readonly binary: boolean | undefined;
  /** A program that makes text of a file. */
  readonly textconv: string | undefined;
  /** A line as the head that a hunk stands under; undefined where it is none. */
  readonly heading: (line: string) => string | undefined;
}

const PLAIN = (line: string): string | undefined => (isHeading(line) ? line : undefined);

export async function diffDriver(context: Context, path: string): Promise<DiffDriver> {
  const wanted = await attributesOf(context).get(path, 'diff');
  if (typeof wanted !== 'string')
    return { binary: wanted === undefined ? undefined : !wanted, textconv: undefined, heading: PLAIN };
  const { config } = context;
  const own = config.get(`diff.${wanted}.xfuncname`) ?? config.get(`diff.${wanted}.funcname`);
  const isBinary = config.boolean(`diff.${wanted}.binary`);
  return {
    binary: isBinary,
    textconv: config.get(`diff.${wanted}.textconv`),
    heading: own === undefined ? headingBy(HEADING_PATTERNS[wanted]) : headingBy(posixSource(own)),
  };
}

const posixSource = (patterns: string): string =>
  patterns
    .split('\n')
    .map((line) => (line.startsWith('!') ? '!' : '') + extendedPattern(line.replace(/^!/, '')))
    .join('\n');

const extendedPattern = (text: string): string => posixPattern(text, { extended: true, flags: '' }).source;

/** The first line of the patterns that fits decides; a group in it is what is shown. */
function headingBy(patterns: string | undefined): DiffDriver['heading'] {
  if (patterns === undefined) return PLAIN;
  const rules = patterns.split('\n').map((line) => ({
    not: line.startsWith('!'),
    pattern: new RegExp(line.replace(/^!/, '')),
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

/** What a program for showing makes of a version. */
export async function convertText(context: Context, command: string, bytes: Uint8Array): Promise<Uint8Array> {
  const file = `${context.gitdir}/textconv-file`;
  await context.fs.writeFile(file, bytes);
  try {
    const run = ['sh', '-c', `${command} "$@"`, command, file];
    const { code, out } = await context.io.run(run, { cwd: context.root, env: context.io.env, capture: true });
    return code === 0 ? encodeUtf8(out) : bytes;
  } finally {
    await removeAll(context.fs, file);
  }
}
