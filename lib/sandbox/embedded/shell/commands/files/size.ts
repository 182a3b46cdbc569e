import { CommandFailure } from '../context';
import { parseSize } from '../each-file';
import type { ParsedOptions } from '../options';

/** A size in the format of `ls -h`: rounded up, with one decimal below ten. */
export function humanSize(bytes: number, base = 1024): string {
  if (bytes < base) return String(bytes);
  let value = bytes;
  for (const unit of base === 1024 ? 'KMGTPE' : 'kMGTPE') {
    value /= base;
    const rounded = value < 10 ? Math.ceil(value * 10) / 10 : Math.ceil(value);
    if (rounded < base) return `${value < 9.95 ? rounded.toFixed(1) : String(Math.ceil(value))}${unit}`;
  }
  return `${Math.ceil(value)}E`;
}

/** How the options write sizes, if not as plain numbers. */
export function sizeUnit(options: ParsedOptions): ((bytes: number) => string) | undefined {
  const last = options.list.findLast(({ name }) => ['h', 'si', 'block-size'].includes(name));
  if (!last) return undefined;
  const size = last.name === 'block-size' ? last.value : last.name;
  if (size === 'h' || size === 'human-readable') return humanSize;
  if (size === 'si') return (bytes) => humanSize(bytes, 1000);
  const counted = /^\d/.test(size);
  const unit = blockOf(counted ? size : `1${size}`, size);
  return (bytes) => `${Math.ceil(bytes / unit)}${counted ? '' : size}`;
}

function blockOf(text: string, given: string): number {
  try {
    return parseSize(text);
  } catch {
    throw new CommandFailure(`invalid --block-size argument '${given}'`, 2);
  }
}
