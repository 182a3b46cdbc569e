import fastGlob from 'fast-glob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
const FILES = [
  'package.json',
  'README.md',
  '.env',
  '.github/flow.yml',
  'src/index.ts',
  'src/cart.ts',
  'src/cart.test.ts',
  'src/view.tsx',
  'src/deep/er/est.ts',
  'src/deep/er/est.js',
  'src/[id]/page.tsx',
  'src/(group)/page.tsx',
  'test/cart.test.ts',
  'docs/a b.md',
  'docs/café.md',
];
const IGNORED = ['dist/bundle.js', 'node_modules/x/index.js', 'src/debug.log'];

beforeAll(async () => {
  bench = await createBench();
  for (const path of [...FILES, ...IGNORED]) await bench.write(path, '');
  await bench.write('.gitignore', 'dist\nnode_modules/\n*.log\n');
});
afterAll(() => bench.sandbox.dispose());

describe('Glob finds what fast-glob finds, but for what .gitignore names', () => {
  it.each([
    ['**/*'],
    ['*'],
    ['*.json'],
    ['**/*.ts'],
    ['src/*.ts'],
    ['src/**'],
    ['src/**/*.{ts,tsx}'],
    ['**/*.test.ts'],
    ['{src,test}/**/*.test.*'],
    ['src/?art.ts'],
    ['src/[a-c]*.ts'],
    ['src/!(cart).ts'],
    ['src/@(cart|index).ts'],
    ['**/er/*'],
    ['**/.env'],
    ['.*'],
    ['.github/**'],
    ['**/page.tsx'],
    ['src/\\[id\\]/*'],
    ['src/\\(group\\)/*'],
    ['docs/* *.md'],
    ['docs/caf?.md'],
    ['./src/cart.ts'],
    ['none/**'],
  ])('%s', async (pattern) => {
    const { workdir } = bench.sandbox;
    const { result } = await bench.call('Glob', { pattern });
    const ours = result.summary === '0 files' ? [] : result.text.split('\n');
    const ignore = ['dist/**', 'node_modules/**', '**/*.log'];
    const theirs = await fastGlob(pattern, { cwd: workdir, absolute: true, ignore });
    expect(ours.toSorted()).toEqual(theirs.toSorted());
  });

  it('beside a folder that is named', async () => {
    const { result } = await bench.call('Glob', { pattern: '*.ts', path: 'src' });
    expect(result.text.split('\n').toSorted()).toEqual(
      (await fastGlob('src/*.ts', { cwd: bench.sandbox.workdir, absolute: true })).toSorted(),
    );
  });
});
