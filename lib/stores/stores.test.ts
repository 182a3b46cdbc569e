import { describe, expect, it } from 'vitest';
import { createBlobStore } from './blobs';
import { openFileLedger, loadShellState, saveShellState } from './thread-memory';
import { createMemoryStore } from './database';

describe('blobs', () => {
  it('finds a text by its SHA-256', async () => {
    const blobs = createBlobStore(createMemoryStore());
    const hash = await blobs.put('abc');
    expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await blobs.get(hash)).toBe('abc');
    expect(await blobs.get('0')).toBeUndefined();
  });
});

describe('file ledger', () => {
  it('remembers per thread, once flushed', async () => {
    const table = createMemoryStore();
    const ledger = await openFileLedger(table, 't1');
    ledger.record('/a', '1');
    ledger.record('/b', '2');
    ledger.forget('/b');
    await ledger.flush();
    const again = await openFileLedger(table, 't1');
    expect([again.seen('/a'), again.seen('/b')]).toEqual(['1', undefined]);
    expect((await openFileLedger(table, 't2')).seen('/a')).toBeUndefined();
  });

  it('starts empty over a damaged entry', async () => {
    const table = createMemoryStore();
    await table.put('ledger:t', { '/a': 7 });
    expect((await openFileLedger(table, 't')).seen('/a')).toBeUndefined();
  });
});

describe('shell state', () => {
  it('starts in the workdir and comes back as it was left', async () => {
    const table = createMemoryStore();
    expect(await loadShellState(table, 't', '/work')).toEqual({ cwd: '/work', env: {} });
    await saveShellState(table, 't', { cwd: '/work/src', env: { A: '1' } });
    expect(await loadShellState(table, 't', '/work')).toEqual({ cwd: '/work/src', env: { A: '1' } });
  });
});
