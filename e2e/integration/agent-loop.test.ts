import { describe, expect, it } from 'vitest';
import type { Client } from '@/lib/client/state';
import { idle, until } from '@/lib/client/testing/test-tab';
import type { AgentOptions } from '@/lib/protocol';
import { expectOneResultEach, openBrowser, promptOf } from './open-browser';

const ended = (host: Client) => until(host, (state) => idle(state) && state.thread.runs.length > 1);

/** What every run of the scenario comes to, whatever happened on the way. */
async function expectGreen(host: Client): Promise<void> {
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
    expect(calls.at(-1)?.result?.text).toContain('may have taken partial effect');
    expect(thread.runs.at(-1)?.status).toBe('cancelled');
  });

  it('says that a call which waited for a person was not run, when it is stopped', async () => {
    const open = await openBrowser();
    const host = open({ scenario: 'ask-first', mode: 'default' });
    await host.send(promptOf('ask-first'));
    await until(host, ({ approvals }) => approvals.length > 0);
    await host.stop();
    const { thread, calls } = await until(host, idle);
    expectOneResultEach(thread);
    expect(calls.at(-1)?.result?.text).toBe('The call was not run: the person stopped the agent.');
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
    const { thread, error } = await until(host, (state) => idle(state) && state.thread.runs.length > 0);
    expectOneResultEach(thread);
    expect(error).toBeUndefined();
    expect(thread.notices.some(({ kind }) => kind === 'retry')).toBe(true);
  });
});
