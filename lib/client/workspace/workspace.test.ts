import { afterEach, describe, expect, it } from 'vitest';
import type { FileTree } from '@/lib/ports';
import { createNativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { createMemoryStore, createTableSnapshots, type SnapshotStore } from '@/lib/stores';
import { createWorkspace, draftOf } from './workspace';

const project: FileTree = { src: { directory: { 'a.ts': { file: { contents: 'one' } } } } };
const load = async () => project;

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(snapshots: SnapshotStore = createTableSnapshots(createMemoryStore())) {
  const sandbox = await createNativeSandbox();
  const states: string[] = [];
  const told: string[] = [];
  const workspace = createWorkspace({
    sandbox,
    snapshots,
    onState: (state) => states.push(state),
    onProblem: (code) => told.push(code),
  });
  closing.push(
    () => workspace.dispose(),
    () => sandbox.dispose(),
  );
  const file = `${sandbox.workdir}/src/a.ts`;
  return {
    sandbox,
    workspace,
    snapshots,
    states,
    told,
    read: () => sandbox.fs.readFile(file, 'utf8'),
    write: (text: string) => sandbox.fs.writeFile(file, text),
  };
}

describe('workspace', () => {
  it('mounts a project in place of whatever was there', async () => {
    const { sandbox, workspace, read, write } = await open();
    await workspace.mount(load);
    await write('two');
    await sandbox.fs.writeFile(`${sandbox.workdir}/extra`, '');
    await workspace.mount(load);
    expect(await read()).toBe('one');
    expect((await sandbox.fs.readdir(sandbox.workdir)).map(({ name }) => name)).toEqual(['src']);
  });

  it('saves for its thread, and brings the files back to another sandbox', async () => {
    const first = await open();
    await first.workspace.mount(load);
    await first.workspace.keepFor('t');
    await first.write('two');
    await first.workspace.save(true);
    const second = await open(first.snapshots);
    await second.workspace.restore('t', load);
    expect(await second.read()).toBe('two');
    expect(first.states.at(-1)).toBe('saved');
  });

  it('mounts the project for a thread whose files are gone, and says so', async () => {
    const { workspace, told, read } = await open();
    await workspace.restore(draftOf('s', 1), load);
    expect(told).toEqual([]);
    await workspace.restore('unknown', load);
    expect([await read(), told]).toEqual(['one', ['FILES_MISSING']]);
  });

  it('saves nothing for a thread that another tab has', async () => {
    const { workspace, write, snapshots, states } = await open();
    await workspace.mount(load);
    await workspace.keepFor('t');
    const before = await snapshots.load('t');
    await workspace.release();
    await write('two');
    await workspace.save(true);
    expect([await snapshots.load('t'), states.at(-1)]).toEqual([before, 'elsewhere']);
  });

  it('says once that saving fails, and tries again by itself until it does not', async () => {
    const kept = createTableSnapshots(createMemoryStore());
    let full = true;
    const { workspace, states, told } = await open({
      ...kept,
      save: (threadId, snapshot) => (full ? Promise.reject(new Error('full')) : kept.save(threadId, snapshot)),
    });
    await workspace.mount(load);
    await workspace.keepFor('t');
    await workspace.save();
    expect([states.at(-1), told]).toEqual(['failed', ['FILES_NOT_SAVED']]);
    full = false;
    await expect.poll(() => states.at(-1), { timeout: 30_000 }).toBe('saved');
    expect((await kept.load('t')).snapshot).toBeDefined();
  });

  it('passes on that a project cannot be loaded, and works on', async () => {
    const { workspace, read } = await open();
    await expect(workspace.mount(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    await workspace.mount(load);
    expect(await read()).toBe('one');
  });

  it('keeps a draft before there is a thread, and gives it to the first one', async () => {
    const first = await open();
    await first.workspace.mount(load, draftOf('s', 1));
    await first.write('two');
    await first.workspace.save(true);
    expect(first.states.at(-1)).toBe('saved');
    const second = await open(first.snapshots);
    await second.workspace.restore(draftOf('s', 1), load);
    expect(await second.read()).toBe('two');
    await second.workspace.keepFor('t');
    expect((await first.snapshots.load(draftOf('s', 1))).snapshot).toBeUndefined();
    expect((await first.snapshots.load('t')).snapshot).toBeDefined();
  });

  it('says nothing of saved files where none are', async () => {
    const { workspace, states } = await open();
    await workspace.mount(load, draftOf('s', 1));
    await expect(workspace.mount(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    expect(states).not.toContain('saved');
    expect(states.at(-1)).toBe('none');
  });

  it('saves while files go on changing', async () => {
    const { workspace, snapshots, write } = await open();
    await workspace.mount(load);
    await workspace.keepFor('t');
    const before = (await snapshots.load('t')).snapshot;
    let writes = 0;
    const writing = setInterval(() => void write(`now ${writes++}`), 20);
    closing.unshift(() => clearInterval(writing));
    await expect.poll(async () => (await snapshots.load('t')).snapshot).not.toEqual(before);
    // It never was quiet.
    expect(writes).toBeGreaterThan(0);
  });

  it('tells that what was saved is damaged, and mounts the project', async () => {
    const kept = createTableSnapshots(createMemoryStore());
    const { workspace, told, states, read } = await open({
      ...kept,
      load: async () => ({ snapshot: new Uint8Array(9), damaged: false }),
    });
    await workspace.restore('t', load);
    expect([await read(), told, states.at(-1)]).toEqual(['one', ['FILES_DAMAGED'], 'none']);
  });
});
