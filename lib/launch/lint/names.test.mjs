import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { expect, it } from 'vitest';
import { ROOT } from '../root.mjs';

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum|let) (\w+)/gm;
const SUPPORT = /\.(?:test|fixture|bench)\.|(?:^|\/)testing\//;

/** Files whose exported names are not ours to choose, and files that contain the text of other programs. */
const EXCLUDED = [
  /^app\//, // Next's names for routes and pages
  /\.d\.ts$/, // what the authors of packs see
  /^lib\/workshop\/(?:exported-sources|templates|runtime\/.*)\.ts$/, // the same, as code
  /^lib\/tools\/export\//, // projects as text
  /^components\/elements\/monaco\/index\.tsx$/, // the same editors, loaded late
  /^lib\/sandbox\/embedded\/node\/own\/brotli-files\.ts$/, // stands in for Node's modules
];

it('exports no name from two files', () => {
  const files = new Map();
  for (const file of glob.sync('{app,components,lib}/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (SUPPORT.test(file) || EXCLUDED.some((pattern) => pattern.test(file))) continue;
    for (const [, name] of readFileSync(join(ROOT, file), 'utf8').matchAll(EXPORT))
      files.set(name, (files.get(name) ?? new Set()).add(file));
  }
  expect(files.size).toBeGreaterThan(2000);
  expect([...files].filter(([, in_]) => in_.size > 1).map(([name, in_]) => `${name}: ${[...in_].join(', ')}`)).toEqual(
    [],
  );
});
