import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  /** The file it is in, and the how-manieth it is. */
  id: string;
  script: string;
}

const FOLDER = join(import.meta.dirname, 'cases');

/** All cases: of `.lines` each line is one, of `.scripts` what stands between two lines of `%%`. */
export function readCases(): Case[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      const scripts = file.endsWith('.lines') ? text.split('\n').filter(Boolean) : text.split(/^%%\n/m);
      return scripts.map((script, index) => ({ id: `${file}:${index + 1}`, script }));
    });
}
