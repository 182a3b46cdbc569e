import { appendFileSync } from 'node:fs';

/** Adds a row to the table for a figure that is not a time. Does nothing if no table is made. */
export function figure(what: string, value: string, note = ''): void {
  const { TOOLYARD_FIGURES: file } = process.env;
  if (file !== undefined) appendFileSync(file, `${[what, value, note].join('\t')}\n`);
}
