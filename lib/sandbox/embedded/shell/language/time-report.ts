import type { Shell } from './shell';

/** What `time` says. All of it was spent in one place, so it is told as the user's. */
export async function tellTime(shell: Shell, milliseconds: number, posix: boolean): Promise<void> {
  const seconds = milliseconds / 1000;
  const long = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(3)}s`;
  const text = posix
    ? `real ${seconds.toFixed(2)}\nuser ${seconds.toFixed(2)}\nsys 0.00\n`
    : `\nreal\t${long}\nuser\t${long}\nsys\t0m0.000s\n`;
  await shell.write(2, text);
}
