import { resolveFrom } from '../../../paths';
import { concatBytes, decodeUtf8, encodeUtf8 } from '../../store/bytes';
import type { GitCommand } from '../setup/git-io';

/** The value of the last `--name=value` or `--name value` before `--`. */
function valueOf(args: readonly string[], name: string): string | undefined {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  const at = before.findLastIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  return at < 0 ? undefined : before[at] === name ? before[at + 1] : before[at]?.slice(name.length + 1);
}

/** Lets a command write to the file that `--output` names, and with `--line-prefix` before every line. */
export const withOutput =
  (command: GitCommand): GitCommand =>
  async (args, io) => {
    const [file, prefix] = [valueOf(args, '--output'), valueOf(args, '--line-prefix')];
    if (file === undefined && prefix === undefined) return command(args, io);
    const parts: Uint8Array[] = [];
    try {
      return await command(args, {
        ...io,
        out: (text) => void parts.push(typeof text === 'string' ? encodeUtf8(text) : text),
      });
    } finally {
      const whole = concatBytes(...parts);
      const shown = prefix === undefined ? whole : encodeUtf8(decodeUtf8(whole).replaceAll(/^(?=.)/gms, () => prefix));
      if (file === undefined) io.out(shown);
      else await io.fs.writeFile(resolveFrom(io.cwd, file), shown);
    }
  };
