import { afterEach, describe, expect, it } from 'vitest';
import type { Client, ClientState } from '../state';
import { createFakeServer, type FakeTurn } from '../testing/fake-server';
import { builtinTools } from '@/lib/tools/builtin';
import { createBrowser, createTestTools, idle, until } from '../testing/test-tab';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function setUp(...script: FakeTurn[]) {
  const browser = createBrowser(createFakeServer(() => script.shift() ?? { text: 'Done.' }));
  closing.push(browser.close);
  return browser;
}

const change = { calls: [{ id: 'c1', name: 'Change', args: { name: 'a.txt' } }] };
/** The project is mounted once another mounting behind it is done. */
const ready = (host: Client) => host.newThread();
const counted = ({ changes }: ClientState) => changes.map(({ path, change: kind, saves }) => [path, kind, saves]);

describe("a person's own save", () => {
  it('counts as a change of the thread that begins after it, and comes back with it', async () => {
    const browser = setUp();
    const host = browser.tab();
    await ready(host);
    await host.saveFile(`${host.sandbox?.workdir}/mine.txt`, 'one\n');
    await host.saveFile(`${host.sandbox?.workdir}/mine.txt`, 'two\n');
    expect(counted(host.store.getState())).toEqual([['mine.txt', 'create', 2]]);
    await host.send('Go');
    const { threadId, changes } = await until(host, idle);
    expect(counted(host.store.getState())).toEqual([['mine.txt', 'create', 2]]);
    expect(await host.blobs.get(changes[0]?.afterHash ?? '')).toBe('two\n');
    host.dispose();

    const again = browser.tab({ threadId: threadId ?? '' });
    const back = await until(again, (state) => idle(state) && state.changes.length > 0);
    expect(counted(back)).toEqual([['mine.txt', 'create', 2]]);
  });

  it('counts for nothing when it changes nothing, and in no other thread', async () => {
    const browser = setUp();
    const host = browser.tab();
    await ready(host);
    await host.saveFile(`${host.sandbox?.workdir}/mine.txt`, 'one\n');
    await host.newThread();
    expect(host.store.getState().changes).toEqual([]);
    await host.saveFile(`${host.sandbox?.workdir}/mine.txt`, 'one\n');
    await host.saveFile(`${host.sandbox?.workdir}/mine.txt`, 'one\n');
    expect(counted(host.store.getState())).toEqual([['mine.txt', 'create', 1]]);
  });
});

describe('what programs change', () => {
  const also = { calls: [{ id: 'c2', name: 'Change', args: { name: 'b.txt' } }] };
  const by = ({ changes }: ClientState) => changes.map(({ path, saves, callIds }) => [path, saves, ...callIds]);

  it('counts as a change of the call that ran them, also when its result tells nothing, and comes back with the thread', async () => {
    const browser = setUp(change, { text: 'Done.' }, also);
    const host = browser.tab();
    await ready(host);
    await host.send('Go');
    const { threadId } = await until(host, idle);
    expect(by(host.store.getState())).toEqual([['a.txt', undefined, 'c1']]);
    const write = (name: string, text: string) => host.sandbox?.fs.writeFile(`${host.sandbox.workdir}/${name}`, text);
    // By what the first call has left running.
    await write('later.txt', 'x');
    await host.send('Go');
    await until(host, (state) => idle(state) && state.calls.length === 2);
    const changed = [
      ['a.txt', undefined, 'c1'],
      ['later.txt', undefined, 'c1'],
      ['b.txt', undefined, 'c2'],
    ];
    expect(by(host.store.getState())).toEqual(changed);
    host.dispose();
    const again = browser.tab({ threadId: threadId ?? '' });
    expect(by(await until(again, (state) => idle(state) && state.changes.length > 2))).toEqual(changed);
  });

  it('counts as a change of each call that has left a program running, where any of these may have made it', async () => {
    const bash = (id: string, args: object) => ({ id, name: 'Bash', args });
    const [first, second] = ['c1', 'c2'].map((id) => bash(id, { command: 'sleep 9', run_in_background: true }));
    const write = { id: 'c4', name: 'Write', args: { file_path: 'made.txt', content: 'x' } };
    const script: FakeTurn[] = [
      { calls: [first ?? write, second ?? write, bash('c3', { command: 'true' })] },
      { text: 'Done.' },
      { calls: [write] },
    ];
    const server = createFakeServer(() => script.shift() ?? { text: 'Done.' });
    const browser = createBrowser(server, { ...createTestTools(), tools: [...builtinTools] });
    closing.push(browser.close);
    const host = browser.tab();
    await ready(host);
    await host.send('Go');
    await until(host, (state) => idle(state) && state.calls.length === 3);
    await host.sandbox?.fs.writeFile(`${host.sandbox.workdir}/later.txt`, 'x');
    await host.send('Go');
    await until(host, (state) => idle(state) && state.calls.length === 4);
    expect(by(host.store.getState())).toEqual([
      ['later.txt', undefined, 'c1', 'c2'],
      ['made.txt', undefined, 'c4'],
    ]);
  });

  it('counts as the person’s when it was their terminal, once', async () => {
    const browser = setUp(change);
    const host = browser.tab();
    await ready(host);
    await host.send('Go');
    const { threadId } = await until(host, idle);
    await host.saveFile(`${host.sandbox?.workdir}/mine.txt`, 'one\n');
    await host.sandbox?.fs.writeFile(`${host.sandbox.workdir}/own.txt`, 'x');
    await host.noteTerminal();
    await host.sandbox?.fs.writeFile(`${host.sandbox.workdir}/own.txt`, 'y');
    await host.noteTerminal();
    const changed = [
      ['a.txt', undefined, 'c1'],
      ['mine.txt', 1],
      ['own.txt', 1],
    ];
    expect(by(host.store.getState())).toEqual(changed);
    host.dispose();
    const again = browser.tab({ threadId: threadId ?? '' });
    expect(by(await until(again, (state) => idle(state) && state.changes.length > 2))).toEqual(changed);
  });
});

describe('resetting the files', () => {
  it('mounts the project anew within the thread, and nothing counts as changed', async () => {
    const browser = setUp(change);
    const host = browser.tab();
    await ready(host);
    await host.send('Go');
    const { threadId } = await until(host, idle);
    const path = `${host.sandbox?.workdir}/mine.txt`;
    await host.saveFile(path, 'mine\n');
    await host.resetFiles();
    const state = host.store.getState();
    expect(state).toMatchObject({ threadId, changes: [] });
    await expect(host.sandbox?.fs.stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await host.saveFile(path, 'again\n');
    expect(counted(host.store.getState())).toEqual([['mine.txt', 'create', 1]]);
  });
});

it('what a call by hand changes is marked as done by the person, and what it reads is not', async () => {
  const browser = createBrowser(
    createFakeServer(() => ({ text: 'Done.' })),
    {
      ...createTestTools(),
      tools: [...builtinTools],
    },
  );
  closing.push(browser.close);
  const host = browser.tab();
  await ready(host);
  const { signal } = new AbortController();
  const call = (name: string, input: object) => host.tryCall({ name, args: JSON.stringify(input) }, signal);
  await call('Ls', {});
  expect(host.store.getState().changes).toEqual([]);
  await call('Write', { file_path: 'by-hand.txt', content: 'one\n' });
  expect(counted(host.store.getState())).toEqual([['by-hand.txt', 'create', 1]]);

  // What a program makes beside it is marked too, but for what is not the project's own; and so is its undoing.
  const changed = await host.rememberFiles();
  const command = 'mkdir -p node_modules/a && echo 1 > node_modules/a/b.js && echo 2 > beside.txt';
  const { result } = await call('Bash', { command, description: 'Write' });
  const { diffs, undo } = await changed(result.diff);
  expect(diffs.map(({ path }) => path).toSorted()).toEqual(['beside.txt', 'node_modules/a/b.js']);
  const made = [
    ['by-hand.txt', 'create', 1],
    ['beside.txt', 'create', 1],
  ];
  expect(counted(host.store.getState())).toEqual(made);
  expect(await undo()).toEqual([]);
  expect(counted(host.store.getState())).toEqual(made.slice(0, 1));
});

it('marks a folder that is moved by hand once, with what was changed in it, and no longer once that is undone', async () => {
  const browser = createBrowser(
    createFakeServer(() => ({ text: 'Done.' })),
    { ...createTestTools(), tools: [...builtinTools] },
  );
  closing.push(browser.close);
  const host = browser.tab();
  await ready(host);
  const call = (name: string, input: object) =>
    host.tryCall({ name, args: JSON.stringify(input) }, new AbortController().signal);
  await host.sandbox?.fs.mkdir(`${host.sandbox.workdir}/old`);
  for (const name of ['a', 'b']) await host.sandbox?.fs.writeFile(`${host.sandbox.workdir}/old/${name}.txt`, name);
  await call('Write', { file_path: 'old/made.txt', content: 'one\n' });
  const made = host.store.getState().changes;
  expect(counted(host.store.getState())).toEqual([['old/made.txt', 'create', 1]]);
  const changed = await host.rememberFiles();
  const { result } = await call('Move', { source_path: 'old', destination_path: 'new' });
  const { undo } = await changed(result.diff);
  expect(counted(host.store.getState())).toEqual([
    ['new', 'move', 1],
    ['new/made.txt', 'create', 1],
  ]);
  expect(await undo()).toEqual([]);
  expect(counted(host.store.getState())).toEqual([['old/made.txt', 'create', 1]]);
  expect(host.store.getState().changes[0]?.afterHash).toBe(made[0]?.afterHash);
});
