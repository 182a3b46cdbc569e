import { examplesOf } from '@/components/panes/contract/example-args';
import { prepareCall } from '@/components/panes/tester/prepare-call';
import { until } from '@/lib/client/testing/test-tab';
import { expect, it } from 'vitest';
import { openBrowser } from './open-browser';

/** What a prepared call comes to that cannot succeed where it is tried by hand, or not without a real browser. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  RemoteTrigger: 'UNSUPPORTED',
  // These two have no page and no worker here.
  Browser: 'EXECUTION_ERROR',
  LSP: 'EXECUTION_ERROR',
};

it('every tool has a prepared call that does what it should, and one that is refused; neither touches the project', async () => {
  const open = await openBrowser();
  const client = open({ scenario: 'fix-the-test' });
  client.setMode('bypassPermissions');
  const { pool } = await until(client, (state) => state.pool.length > 0 && state.sandbox.phase === 'ready');
  client.store.subscribe(({ questions, plans }) => {
    for (const { callId } of questions) client.answer(callId, [['Yes']]);
    for (const { callId } of plans) client.answerPlan(callId, { answer: 'approved' });
  });
  const { signal } = new AbortController();
  const came: [name: string, ...codes: (string | undefined)[]][] = [];
  for (const { name, tool } of pool) {
    const examples = examplesOf(tool);
    const good = JSON.stringify(await prepareCall(client, examples, tool, signal));
    const { result } = await client.tryCall({ name, args: good }, signal);
    const bad = await client.tryCall({ name, args: JSON.stringify(examples.bad) }, signal);
    came.push([name, result.error ?? 'ok', bad.result.error]);
  }
  expect(came).toEqual(pool.map(({ name }) => [name, ELSEWHERE[name] ?? 'ok', 'INVALID_ARGS']));
  expect(await client.sandbox?.fs.readFile(`${client.sandbox.workdir}/src/cart.ts`, 'utf8')).toContain('export');
  expect(client.store.getState().mode).toBe('bypassPermissions');
});
