import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  /** The case's file, and its number in it from 1. */
  id: string;
  script: string;
}

const FOLDER = join(import.meta.dirname, 'cases');

/** All cases: in `.lines` files one per line, in `.scripts` files separated by lines of `%%`. */
export function readCases(): Case[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      const scripts = file.endsWith('.lines') ? text.split('\n').filter(Boolean) : text.split(/^%%\n/m);
      return scripts.map((script, index) => ({ id: `${file}:${index + 1}`, script }));
    });
}
