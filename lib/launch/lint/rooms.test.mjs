import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import glob from 'fast-glob';
import { expect, it } from 'vitest';
import { ROOT } from '../root.mjs';
import { FREE } from './areas.mjs';

const IMPORT = /\b(?:from|import\()\s*'((?:\.|@\/)[^']+)'/g;

/** Neighbouring folders that need one another. None may be added: what both need goes beside them, or into the lower one. */
const KNOWN = [
  'lib/sandbox/embedded/shell: builtins, dash',
  'lib/sandbox/embedded/shell: builtins, language',
  'lib/sandbox/embedded/shell: dash, language',
  'lib/sandbox/git/program: commands, patch',
];

/** Each import between two folders that are neighbours: `lib/client: agents > thread`. */
function importsBetweenRooms() {
  const found = new Set();
  for (const file of glob.sync('{app,components,lib,e2e}/**/*.{ts,tsx,mjs}', { cwd: ROOT })) {
    if (FREE.test(file)) continue;
    for (const [, written = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const path = written.startsWith('@/') ? written.slice(2) : join(dirname(file), written);
      const [from, to] = [file, existsSync(join(ROOT, path)) ? `${path}/index` : path].map((one) => one.split('/'));
      const apart = from.findIndex((part, i) => part !== to[i]);
      // A file beside the folders is in none of them.
      if (apart > 0 && apart < from.length - 1 && apart < to.length - 1)
        found.add(`${from.slice(0, apart).join('/')}: ${from[apart]} > ${to[apart]}`);
    }
  }
  return found;
}

it('has no two neighbouring folders that import each other', () => {
  const found = importsBetweenRooms();
  expect(found.size).toBeGreaterThan(200);
  const mutual = [...found].flatMap((one) => {
    const [, place, a, b] = /^(.*): (.*) > (.*)$/.exec(one) ?? [];
    return a < b && found.has(`${place}: ${b} > ${a}`) ? [`${place}: ${a}, ${b}`] : [];
  });
  expect(mutual.toSorted()).toEqual(KNOWN.toSorted());
});
