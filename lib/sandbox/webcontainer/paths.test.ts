import { describe, expect, it } from 'vitest';
import { containerPaths } from './paths';

const paths = containerPaths('/home/project');

describe('inside', () => {
  it.each([
    ['/home/project', '/'],
    ['/home/project/', '/'],
    ['/home/project/src/a.ts', '/src/a.ts'],
    ['/home/projects/a', undefined],
    ['/home', undefined],
    ['/tmp/a', undefined],
    ['/home/project/../secret', undefined],
  ])('%s → %s', (path, expected) => {
    expect(paths.inside(path)).toBe(expected);
  });
});

describe('folder', () => {
  it.each([
    ['/home/project', './'],
    ['/home/project/src', './src'],
    ['/tmp', '../../tmp'],
    ['/', '../../'],
  ])('%s → %s', (path, expected) => {
    expect(paths.folder(path)).toBe(expected);
  });
});
