/**
 * The packages that `npm install` in the sandbox can install without a network, along with their dependencies. They are
 * installed in this project as well: the versions come from its lock file.
 */
export const ROOTS = [
  '@eslint/js',
  'ajv',
  'chai',
  'commander',
  'cors',
  'debug',
  'diff',
  'eslint',
  'express',
  'fast-check',
  'fast-glob',
  'ignore',
  'js-yaml',
  'marked',
  'minimist',
  'mocha',
  'ms',
  'mustache',
  'nanoid',
  'picocolors',
  'picomatch',
  'prettier',
  'semver',
  'sucrase',
  'uuid',
  'yaml',
  'zod',
];
