import { examplesOf } from '@/components/panes/contract/example-args';
import { prepareCall } from '@/components/panes/tester/prepare-call';
import { idle, until } from '@/lib/client/testing/test-tab';
import { expect, it } from 'vitest';
import { openBrowser } from './open-browser';

/** These two have no page and no worker here: `e2e/specs/tools.spec.ts` makes their calls in a browser. */
const IN_A_BROWSER: ReadonlySet<string> = new Set(['Browser', 'LSP']);

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
  expect(came).toEqual(
    pool.map(({ name }) => [name, IN_A_BROWSER.has(name) ? 'EXECUTION_ERROR' : 'ok', 'INVALID_ARGS']),
  );
  expect(await client.sandbox?.fs.readFile(`${client.sandbox.workdir}/src/cart.ts`, 'utf8')).toContain('export');
  expect(client.store.getState().mode).toBe('bypassPermissions');
});

it('the prepared calls work on the files that an earlier visit has left', async () => {
  const open = await openBrowser();
  const { signal } = new AbortController();
  for (const visit of ['first', 'second']) {
    const client = open({ scenario: 'fix-the-test' });
    client.setMode('bypassPermissions');
    const { pool } = await until(client, (state) => state.pool.length > 0 && state.sandbox.phase === 'ready');
    const tryGood = async (wanted: string) => {
      const { name, tool } = pool.find((one) => one.name === wanted) ?? expect.fail(`no ${wanted}`);
      const args = JSON.stringify(await prepareCall(client, examplesOf(tool), tool, signal));
      return [visit, name, (await client.tryCall({ name, args }, signal)).result.error];
    };
    for (const name of ['Edit', 'MultiEdit', 'DeleteRange', 'NotebookEdit', 'Write'])
      expect(await tryGood(name)).toEqual([visit, name, undefined]);
    await expect.poll(() => client.store.getState().workspace).toBe('saved');
    client.dispose();
  }
});

it('a tool that is made by hand belongs to the open thread: its agent calls it, and it is there after a reload', async () => {
  const open = await openBrowser();
  const client = open({ scenario: 'fix-the-test' });
  client.setMode('bypassPermissions');
  await until(client, (state) => state.pool.length > 0 && state.sandbox.phase === 'ready');
  await client.send('Call Ls with {}');
  await until(client, (state) => idle(state) && state.calls.length === 1);
  const { signal } = new AbortController();
  const draft = { name: 'Shout', description: 'Says a word aloud.', schema: { type: 'object' }, body: "return 'HEY';" };
  const made = await client.tryCall({ name: 'ToolCreate', args: JSON.stringify(draft) }, signal);
  expect(made.result).toMatchObject({ success: true });
  expect((await client.tryCall({ name: 'Shout', args: '{}' }, signal)).result.text).toBe('HEY');
  await client.send('Call Shout with {}');
  const { calls, threadId } = await until(client, (state) => idle(state) && state.calls.length === 2);
  expect(calls.at(-1)?.result).toMatchObject({ success: true, text: 'HEY' });
  client.dispose();
  const { pool } = await until(open({}, threadId ?? undefined), (state) =>
    state.pool.some(({ name }) => name === 'Shout'),
  );
  expect(pool.find(({ name }) => name === 'Shout')).toMatchObject({ source: 'dynamic', enabled: true });
});
