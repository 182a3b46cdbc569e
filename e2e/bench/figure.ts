import { appendFileSync } from 'node:fs';

/** A row of the table that is no time: what, how much, beside what. Nothing where no table is made. */
export function figure(what: string, value: string, note = ''): void {
  const { TOOLYARD_FIGURES: file } = process.env;
  if (file !== undefined) appendFileSync(file, `${[what, value, note].join('\t')}\n`);
}
