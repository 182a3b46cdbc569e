import { errorText } from '../io/error-text';
import { BrokenPipe } from '../io/open-file';
import { Killed } from '../task';
import { CommandFailure, type CommandContext } from './context';
import type { Input } from './input';
import { messageName } from './message-name';

/** Runs `work` on each file, or on standard input if there are none. Reports unreadable files; the status is then 1. */
export async function eachFile(
  context: CommandContext,
  files: readonly string[],
  work: (input: Input, name: string, index: number) => Promise<void>,
): Promise<number> {
  let status = 0;
  for (const [index, name] of (files.length > 0 ? files : ['-']).entries()) {
    if (!(await guarded(context, name, async () => work(context.open(name), name, index)))) status = 1;
  }
  return status;
}

/** Runs `work` and reports its failure. Returns whether it succeeded. */
export async function guarded(context: CommandContext, name: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Killed || error instanceof BrokenPipe) throw error;
    await context.fail(
      error instanceof CommandFailure ? error.message : `${messageName(context.name, name)}: ${errorText(error)}`,
    );
    return false;
  }
}

/** A size as `parseSize` reads it that may also be hexadecimal or octal, as in C. */
export const parseAnySize = (text: string, what?: string): number =>
  /^0(?:x[\da-f]+|[0-7]+)$/i.test(text) ? Number(text.replace(/^0(?=[0-7])/, '0o')) : parseSize(text, what);

/** Parses a size with a suffix, as in `head -c 1K`. Throws `Failure`. */
export function parseSize(text: string, what = 'number of bytes'): number {
  const [, digits, suffix = ''] = /^[-+]?(\d+)([a-zA-Z]*)$/.exec(text) ?? [];
  const unit = UNITS[suffix];
  if (digits === undefined || unit === undefined) throw new CommandFailure(`invalid ${what}: ‘${text}’`);
  return Number(digits) * unit;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 512,
  c: 1,
  w: 2,
  kB: 1e3,
  K: 1024,
  k: 1024,
  KiB: 1024,
  MB: 1e6,
  M: 2 ** 20,
  m: 2 ** 20,
  MiB: 2 ** 20,
  GB: 1e9,
  G: 2 ** 30,
  g: 2 ** 30,
  GiB: 2 ** 30,
  T: 2 ** 40,
  TB: 1e12,
};
