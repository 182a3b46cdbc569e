import type { Shell } from './shell';

const DEFAULT = '\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS';
const POSIX = 'real %2R\nuser %2U\nsys %2S';

/** Reports what `time` measured, in the format of TIMEFORMAT. All of it is shown as user time. */
export async function tellTime(shell: Shell, milliseconds: number, posix: boolean): Promise<void> {
  const format = posix ? POSIX : (shell.vars.get('TIMEFORMAT') ?? DEFAULT);
  if (format === '') return;
  const text = format.replaceAll(
    /%(?:(\d?)(l?)([RUS])|([P%]))/g,
    (_, digits?: string, long?: string, what?: string, other?: string) => {
      if (other !== undefined) return other === '%' ? '%' : '100.00';
      const seconds = what === 'S' ? 0 : milliseconds / 1000;
      const places = Math.min(3, Number(digits || 3));
      return long ? `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(places)}s` : seconds.toFixed(places);
    },
  );
  await shell.write(2, `${text}\n`);
}
