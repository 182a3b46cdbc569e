import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { createHost } from '@/lib/host';
import type { Host } from '@/lib/host/state';
import { createFakeLocks } from '@/lib/host/testing/fake-locks';
import { idle, until } from '@/lib/host/testing/test-tab';
import { wait } from '@/lib/host/wait';
import type { AgentOptions, ThreadState } from '@/lib/protocol';
import type { NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { createNodeGuest } from '@/lib/sandbox/guest/testing/node-guest';
import { SCENARIOS } from '@/lib/scenarios';
import { createTableSnapshots, openDatabase } from '@/lib/stores';
import { openSite } from './in-process-site';
import { createTypescriptSandbox } from './typescript-sandbox';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** One browser before the real server. */
async function openBrowser() {
  const site = await openSite();
  closing.push(site.close);
  const database = openDatabase(crypto.randomUUID());
  const locks = createFakeLocks();
  return (options: AgentOptions, threadId?: string): Host => {
    const sandboxes: Promise<NativeSandbox>[] = [];
    const host = createHost({
      options: { model: 'scripted', speed: 'instant', ...options },
      ...(threadId !== undefined && { threadId }),
      ports: {
        fetch: site.fetch,
        wait,
        locks,
        storage: {},
        database,
        snapshots: Promise.resolve(createTableSnapshots(database.workspaces)),
        guest: async () => ({ ...createNodeGuest(), warm: () => undefined }),
        adapters: {
          embedded() {
            const sandbox = createTypescriptSandbox();
            sandboxes.push(sandbox);
            return sandbox;
          },
          probe: async () => ({ ok: false, why: 'not here' }),
          webcontainer: () => Promise.reject(new Error('not here')),
        },
      },
    });
    closing.push(async () => {
      host.dispose();
      for (const sandbox of sandboxes) await (await sandbox).dispose();
    });
    return host;
  };
}

const promptOf = (id: string): string => SCENARIOS.find((scenario) => scenario.id === id)?.prompt ?? '';
const ended = (host: Host) => until(host, (state) => idle(state) && state.thread.legs.length > 1);

/** The invariant that everything defends. */
function expectOneResultEach({ messages, callOrder }: ThreadState): void {
  const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
  expect(answered).toEqual(callOrder);
}

/** What every run of the scenario comes to, whatever happened on the way. */
async function expectGreen(host: Host): Promise<void> {
  const { thread, calls, changes, status } = await ended(host);
  expect(status).toBe('idle');
  expectOneResultEach(thread);
  const outcomes = calls.map(({ name, result }) => `${name} ${result?.error ?? 'ok'}`);
  expect(outcomes).toEqual(
    expect.arrayContaining(['Read ok', 'Edit INVALID_ARGS', 'Edit TEXT_MULTIPLE_MATCHES', 'Edit ok']),
  );
  expect(outcomes.filter((outcome) => outcome.startsWith('Bash'))).toEqual(['Bash EXIT_CODE', 'Bash ok']);
  expect(changes.map(({ change }) => change)).toEqual(['modify']);
}

describe('the whole loop: page, routes, log, scripted model, real shell', () => {
  it('fixes the test', async () => {
    const open = await openBrowser();
    const host = open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
    await host.send(promptOf('fix-the-test'));
    await expectGreen(host);
    const { calls, thread } = host.store.getState();
    const [first, second, third] = calls.filter(({ name }) => name === 'Read');
    expect(new Set([first?.batch, second?.batch, third?.batch]).size).toBe(1);
    expect(thread.turns.length).toBeGreaterThan(5);
  });

  it('fixes the test although the page is reloaded in the middle', async () => {
    const open = await openBrowser();
    const options: AgentOptions = { scenario: 'fix-the-test', mode: 'acceptEdits' };
    const before = open(options);
    await before.send(promptOf('fix-the-test'));
    const { threadId, approvals } = await until(before, (state) => state.status === 'approval');
    before.decide(approvals[0]?.callId ?? '', { behavior: 'allow' });
    const asked = await until(before, (state) => state.approvals.some(({ callId }) => callId !== approvals[0]?.callId));
    before.dispose();

    const after = open(options, threadId ?? '');
    const again = await until(after, (state) => state.status === 'approval');
    expect(again.approvals[0]?.argsHash).toBe(asked.approvals[0]?.argsHash);
    after.decide(again.approvals[0]?.callId ?? '', { behavior: 'allow' });
    await expectGreen(after);
  });

  it('stops an endless loop that a tool runs', async () => {
    const open = await openBrowser();
    const host = open({ scenario: 'endless-loop', mode: 'bypassPermissions' });
    await host.send(promptOf('endless-loop'));
    await until(host, (state) => state.calls.some(({ phase }) => phase === 'running'));
    await host.stop();
    const { thread, calls } = await until(host, idle);
    expectOneResultEach(thread);
    expect(calls.at(-1)?.phase).toBe('aborted');
    expect(thread.legs.at(-1)?.status).toBe('cancelled');
  });

  it('ends in words when a person refuses', async () => {
    const open = await openBrowser();
    const host = open({ scenario: 'ask-first', mode: 'default' });
    await host.send(promptOf('ask-first'));
    const unsubscribe = host.store.subscribe(({ approvals }) => {
      for (const { callId } of approvals) host.decide(callId, { behavior: 'deny', reason: 'Not today.' });
    });
    const { thread, calls } = await ended(host);
    unsubscribe();
    expectOneResultEach(thread);
    expect(calls.some(({ phase }) => phase === 'denied')).toBe(true);
    expect(calls.every(({ phase }) => phase !== 'running')).toBe(true);
  });

  it('survives a provider that fails and breaks off', async () => {
    const open = await openBrowser();
    const host = open({ scenario: 'faults', mode: 'bypassPermissions' });
    await host.send(promptOf('faults'));
    const { thread, error } = await until(host, (state) => idle(state) && state.thread.legs.length > 0);
    expectOneResultEach(thread);
    expect(error).toBeUndefined();
    expect(thread.notices.some(({ kind }) => kind === 'retry')).toBe(true);
  });
});
