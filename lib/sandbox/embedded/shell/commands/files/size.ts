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
