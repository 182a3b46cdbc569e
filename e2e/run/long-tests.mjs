import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../lib/launch/root.mjs';

const READS = /TOOLYARD_(?:LONG|CASES)\b/;
const TEST = /\.test\.(?:tsx?|mjs)$/;
const SOURCE = /\.(?:tsx?|mjs)$/;

/**
 * The test files that have more cases in a long run: those that read its variables, or import a file that does. The others
 * would only be run again.
 */
export function longTests() {
  const files = ['app', 'components', 'e2e', 'lib'].flatMap((area) =>
    readdirSync(join(ROOT, area), { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCE.test(name))
      .map((name) => ({
        path: `${area}/${name.replaceAll('\\', '/')}`,
        text: readFileSync(join(ROOT, area, name), 'utf8'),
      })),
  );
  const tests = files.filter(({ path }) => TEST.test(path));
  const readers = files.filter(({ path, text }) => !TEST.test(path) && READS.test(text));
  const imports = readers.map(({ path }) => `/${basename(path).replace(/\.tsx?$/, '')}'`);
  return tests
    .filter(({ text }) => READS.test(text) || imports.some((from) => text.includes(from)))
    .map(({ path }) => path);
}
