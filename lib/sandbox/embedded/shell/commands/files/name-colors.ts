import type { Stat } from '../context';

const DEFAULT: Readonly<Record<string, string>> = { di: '01;34', ln: '01;36', pi: '40;33', ex: '01;32' };

/** Colours names as `LS_COLORS` says, by the kind of file or the end of its name. */
export function nameColors(given: string | undefined): (text: string, name: string, stat: Stat) => string {
  const own = (given ?? '').split(':').flatMap((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  const colors = new Map([...Object.entries(DEFAULT), ...own.filter(([key]) => !key.startsWith('*'))]);
  const ends = own.filter(([key]) => key.startsWith('*')).map(([key, value]) => [key.slice(1), value] as const);
  let begun = false;
  return (text, name, { type, mode }) => {
    const kind =
      type === 'directory'
        ? 'di'
        : type === 'symlink'
          ? 'ln'
          : type === 'fifo' || type === 'device'
            ? 'pi'
            : mode & 0o111
              ? 'ex'
              : 'fi';
    const end = kind === 'fi' ? ends.findLast(([suffix]) => name.endsWith(suffix))?.[1] : undefined;
    const color = end ?? colors.get(kind);
    if (color === undefined || /^0*$/.test(color)) return text;
    const reset = begun ? '' : '\x1b[0m';
    begun = true;
    return `${reset}\x1b[${color}m${text}\x1b[0m`;
  };
}
