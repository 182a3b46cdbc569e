import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A script of git commands that both gits run. */
export interface Case {
  /** Such as `branches: merge true`. */
  readonly name: string;
  readonly script: string;
}

const FOLDER = join(import.meta.dirname, 'cases');

/** Every case in the files of `cases`; a line `### name` starts one. */
export const allCases = (): Case[] =>
  readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) => {
      const area = file.replace(/\.sh$/, '');
      const parts = readFileSync(join(FOLDER, file), 'utf8').split(/^### /m).slice(1);
      return parts.map((part) => {
        const end = part.indexOf('\n');
        return { name: `${area}: ${part.slice(0, end)}`, script: part.slice(end + 1) };
      });
    });
