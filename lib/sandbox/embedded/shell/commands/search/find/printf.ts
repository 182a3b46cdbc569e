import { strftime } from '../../../builtins/strftime';
import type { CommandContext } from '../../context';
import { modeText } from '../../files/mode';
import { LETTERS, nameOf, target, askedTime, type FoundEntry, type Walk } from './entry';

/** The output of `-printf` for a file. */
export function printfLine(format: string, { path, start, depth, stat }: FoundEntry, context: CommandContext): string {
  const zone = context.env.TZ ?? '';
  const full = (ms: number) => strftime('%a %b %e %H:%M:%S.%N0 %Y', ms, zone);
  const user = context.env.USER ?? 'user';
  const values: Readonly<Record<string, () => string>> = {
    p: () => path,
    f: () => nameOf(path),
    h: () => (path.includes('/') ? path.replace(/\/[^/]*$/, '') || '/' : '.'),
    P: () => path.slice(start.length).replace(/^\//, ''),
    H: () => start,
    d: () => String(depth),
    s: () => String(stat.type === 'directory' ? 4096 : stat.size),
    k: () => String(stat.type === 'directory' ? 4 : Math.ceil(stat.size / 4096) * 4),
    b: () => String(stat.type === 'directory' ? 8 : Math.ceil(stat.size / 4096) * 8),
    y: () => LETTERS[stat.type] ?? 'f',
    Y: () => LETTERS[target(context, context.path(path))?.type ?? ''] ?? 'N',
    m: () => (stat.mode & 0o7777).toString(8),
    M: () => modeText(stat.type, stat.mode),
    i: () => String(stat.ino),
    n: () => String(stat.links),
    u: () => user,
    g: () => user,
    U: () => '1000',
    G: () => '1000',
    l: () => (stat.type === 'symlink' ? context.sys.readlink(context.path(path)) : ''),
    a: () => full(stat.atimeMs),
    c: () => full(stat.ctimeMs),
    t: () => full(stat.mtimeMs),
    '%': () => '%',
  };
  return format
    .replace(/(?<!\\)((?:\\\\)*)\\c.*/s, '$1')
    .replaceAll(/\\(?:([abfnrtv\\])|([0-7]{1,3}))/g, (_, simple?: string, octal?: string) =>
      octal
        ? String.fromCharCode(Number.parseInt(octal, 8))
        : ({ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', '\\': '\\' }[simple ?? ''] ?? ''),
    )
    .replaceAll(
      /%([-0 ]?)(\d*)(?:\.(\d+))?(?:([TAC])(.)|([a-zA-Z%]))/g,
      (all, flag: string, width: string, exact?: string, kind?: string, time?: string, letter = '') => {
        const ms = askedTime(stat, kind?.toLowerCase());
        const whole = kind
          ? time === '@'
            ? (ms / 1000).toFixed(10)
            : time === '+'
              ? strftime('%F+%T.%N0', ms, zone)
              : strftime(`%${time}`, ms, zone) + (/[STX]/.test(time ?? '') ? strftime('.%N0', ms, zone) : '')
          : values[letter]?.();
        if (whole === undefined) return all;
        const text = exact === undefined ? whole : whole.slice(0, Number(exact));
        return flag === '-'
          ? text.padEnd(Number(width))
          : text.padStart(Number(width), flag === '0' && /^[dmnk]$/.test(letter) ? '0' : ' ');
      },
    );
}

/** The output of `-ls` for a file: one modified within half a year shows the time instead of the year. */
export function lsLine(entry: FoundEntry, { now, context }: Walk): string {
  const recent = now - entry.stat.mtimeMs < 15_778_476_000;
  const format = `%9i %6k %M %3n %-8u %-8g %8s %Tb %Te ${recent ? '%TH:%TM' : ' %TY'} %p\\n`;
  return printfLine(format, entry, context);
}
