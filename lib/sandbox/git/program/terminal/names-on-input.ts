import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import type { GitCommand, GitIo } from '../setup/git-io';
import { unquotePath } from '../text/quote-path';

/** The names given to `--stdin`, each followed by `end`. */
export const namesOnInput = async (io: Pick<GitIo, 'input'>, end = '\n'): Promise<string[]> =>
  namesIn(await io.input(), end);

const namesIn = (bytes: Uint8Array, end: string): string[] =>
  decodeUtf8(bytes)
    .split(end)
    .filter((name) => name !== '');

/** What asks for hunks, or names its paths itself. */
const ALONE = new Set(['-p', '--patch', '--interactive', '-a', '--all', '-e', '--edit']);

/** A command that takes its paths from a file, too: `--pathspec-from-file`, in which `-` is standard input. */
export const listingPaths =
  (command: GitCommand): GitCommand =>
  async (args, io) => {
    const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
    const at = options.findIndex((arg) => /^--pathspec-from-file(?:=|$)/.test(arg));
    const zero = options.includes('--pathspec-file-nul');
    if (at < 0 && zero) throw new GitFailure("the option '--pathspec-file-nul' requires '--pathspec-from-file'");
    if (at < 0) return command(args, io);
    const written = args[at] ?? '';
    const isApart = written === '--pathspec-from-file';
    const file = isApart ? args[at + 1] : written.slice(written.indexOf('=') + 1);
    if (file === undefined) throw new GitFailure("option `pathspec-from-file' requires a value", 129);
    if (args.length > options.length)
      throw new GitFailure("'--pathspec-from-file' and pathspec arguments cannot be used together");
    const alone = options.find((arg) => ALONE.has(arg));
    if (alone !== undefined)
      throw new GitFailure(`options '--pathspec-from-file' and '${alone}' cannot be used together`);
    const rest = args.filter(
      (arg, index) => index !== at && !(isApart && index === at + 1) && arg !== '--pathspec-file-nul',
    );
    return command([...rest, '--', ...(await listedPaths(io, file, zero))], io);
  };

async function listedPaths(io: GitIo, file: string, zero: boolean): Promise<string[]> {
  const bytes =
    file === '-'
      ? await io.input()
      : await io.fs.readFile(resolveFrom(io.cwd, file)).catch(() => {
          throw new GitFailure(`could not open '${file}' for reading: No such file or directory`);
        });
  const names = namesIn(bytes, zero ? '\0' : '\n');
  return zero ? names : names.map((name) => unquotePath(name.replace(/\r$/, '')));
}
