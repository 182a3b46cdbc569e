import { describe, expect, it } from 'vitest';
import { fromArguments, toArguments, type HelperRequest } from './request';

const search = {
  pattern: 'a|b',
  path: '/p',
  caseInsensitive: true,
  multiline: false,
  before: 1,
  after: 2,
  maxMatches: 3,
  maxFileSize: 4,
};

describe('a request as arguments', () => {
  it.each<HelperRequest>([
    { op: 'stat', path: '/a b' },
    { op: 'realpath', path: '/a' },
    { op: 'readdir', path: '/a' },
    { op: 'readFile', path: '/a' },
    { op: 'modes', path: '/a' },
    { op: 'chmod', path: '/a', modes: ['755 run', '600 a b', ''] },
    { op: 'writeFile', path: '/a', base64: '' },
    { op: 'mkdir', path: '/a', recursive: true },
    { op: 'rm', path: '/a', recursive: false, force: true },
    { op: 'rename', from: '/a', to: '/b' },
    { op: 'glob', query: { pattern: '**/*.ts', cwd: '/a' } },
    { op: 'search', query: search },
    { op: 'search', query: { ...search, glob: '*.ts', type: 'ts' } },
  ])('$op comes back as it was', (request) => {
    expect(fromArguments(toArguments(request))).toEqual(request);
  });

  it.each([[[]], [['format']]])('%j is no request', (args) => {
    expect(fromArguments(args)).toBeUndefined();
  });
});
