/**
 * What `npm install` in the sandbox has without a network, each with all it depends on. Each is installed here as well: the versions
 * are those of this project's lock file.
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
