import { describe, expect, it } from 'vitest';
import { createBlobStore } from './blobs';
import { openFileLedger } from './file-ledger';
import { createMemoryStore } from './key-value';
import { createOpfsSnapshots, type Folder } from './opfs-snapshots';
import { loadShellState, saveShellState } from './shell-state';
import { createTableSnapshots, KEPT_WORKSPACES, outdated } from './snapshots';

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

describe('snapshots', () => {
  it('forgets the threads saved longest ago', () => {
    const saved = Array.from({ length: KEPT_WORKSPACES + 2 }, (_, at) => ({ threadId: `t${at}`, at }));
    expect(outdated(saved).toSorted()).toEqual(['t0', 't1']);
    expect(outdated(saved.slice(2))).toEqual([]);
  });

  it('keeps them in a table', async () => {
    let at = 0;
    const snapshots = createTableSnapshots(createMemoryStore(), () => at++);
    for (let thread = 0; thread <= KEPT_WORKSPACES; thread++)
      await snapshots.save(`t${thread}`, new Uint8Array([thread]));
    expect(await snapshots.load('t0')).toBeUndefined();
    expect(await snapshots.load('t1')).toEqual(new Uint8Array([1]));
  });

  it('finds no snapshot in a file that was never written', async () => {
    const empty = { getFile: async () => new File([], 't') };
    const folder = { getFileHandle: async () => empty } as unknown as Folder;
    expect(await createOpfsSnapshots(folder).load('t')).toBeUndefined();
  });
});
