import { describe, expect, it } from 'vitest';
import { clientOf } from './client';
import type { GitFs } from './git-fs';

/** Files that nobody is to ask for. */
const untouched = new Proxy<GitFs>(Object.create(null), {
  get(_files, method) {
    return () => Promise.reject(new Error(`${String(method)} was called`));
  },
});

describe('the files as isomorphic-git has them', () => {
  it('are not asked for by its call without arguments', async () => {
    const { readFile } = clientOf(untouched).promises;
    await expect(readFile()).rejects.toMatchObject({ code: 'EINVAL' });
    await expect(readFile('/a')).rejects.toThrow('readFile was called');
  });
});
