import { describe, expect, it } from 'vitest';
import { Resolver } from './resolve';

const json = (value: unknown) => JSON.stringify(value);
const files: Record<string, string> = {
  '/p/package.json': json({
    name: 'me',
    type: 'module',
    exports: './src/a.js',
    imports: { '#x/*': './src/*.js', '#dep': 'plain' },
  }),
  '/p/src/a.js': '',
  '/p/src/b.ts': '',
  '/p/src/dir/index.js': '',
  '/p/data.json': '',
  '/p/old/package.json': json({ type: 'commonjs' }),
  '/p/old/c.js': '',
  '/p/node_modules/plain/package.json': json({ main: './lib' }),
  '/p/node_modules/plain/lib/index.js': '',
  '/p/node_modules/@s/e/package.json': json({
    exports: {
      '.': { types: './t.d.ts', import: './m.mjs', default: './c.cjs' },
      './f/*': './files/*.js',
      './f/no/*': null,
    },
  }),
  '/p/node_modules/@s/e/m.mjs': '',
  '/p/node_modules/@s/e/files/deep/x.js': '',
  '/node_modules/top/index.js': '',
};
const isFolder = (path: string) => Object.keys(files).some((name) => name.startsWith(`${path}/`));
const resolver = new Resolver({
  isFile: (path) => Object.hasOwn(files, path),
  isFolder,
  real: (path) => path,
  text: (path) => files[path] ?? '',
});

describe('Resolver', () => {
  it.each([
    ['./a', 'require', '/p/src/a.js'],
    ['./b.js', 'import', '/p/src/b.ts'],
    ['./dir', 'require', '/p/src/dir/index.js'],
    ['../data', 'require', '/p/data.json'],
    ['/p/src/a.js', 'import', '/p/src/a.js'],
    ['file:///p/src/a.js', 'import', '/p/src/a.js'],
    ['plain', 'import', '/p/node_modules/plain/lib/index.js'],
    ['top', 'require', '/node_modules/top/index.js'],
    ['@s/e', 'import', '/p/node_modules/@s/e/m.mjs'],
    ['@s/e', 'require', '/p/node_modules/@s/e/c.cjs'],
    ['@s/e/f/deep/x', 'import', '/p/node_modules/@s/e/files/deep/x.js'],
    ['#x/a', 'import', '/p/src/a.js'],
    ['#dep', 'import', '/p/node_modules/plain/lib/index.js'],
    ['me', 'import', '/p/src/a.js'],
  ] as const)('%s by %s is %s', (specifier, kind, expected) => {
    expect(resolver.resolve(specifier, '/p/src', kind)).toBe(expected);
  });

  it.each([
    ['./none', 'require', 'MODULE_NOT_FOUND'],
    ['./none', 'import', 'ERR_MODULE_NOT_FOUND'],
    ['nobody', 'import', 'ERR_MODULE_NOT_FOUND'],
    ['@s/e/m.mjs', 'import', 'ERR_PACKAGE_PATH_NOT_EXPORTED'],
    ['@s/e/f/no/x', 'import', 'ERR_PACKAGE_PATH_NOT_EXPORTED'],
    ['#y', 'import', 'ERR_PACKAGE_IMPORT_NOT_DEFINED'],
  ] as const)('%s by %s fails with %s', (specifier, kind, code) => {
    expect(() => resolver.resolve(specifier, '/p/src', kind)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['/p/src/a.js', true],
    ['/p/old/c.js', false],
    ['/p/old/c.mjs', true],
    ['/p/src/c.cjs', false],
    ['/elsewhere/c.js', undefined],
  ])('%s is a module: %s', (path, expected) => {
    expect(resolver.isModule(path)).toBe(expected);
  });
});
