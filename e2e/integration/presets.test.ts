import { codeOf } from '@/lib/protocol';
import { PRESETS } from '@/lib/tools/presets';
import { idle, until } from '@/lib/client/testing/test-tab';
import { expect, it } from 'vitest';
import { expectOneResultEach, openBrowser, promptOf } from './open-browser';

const SCENARIO = 'fix-the-test';
const NEEDED = ['Read', 'Edit', 'Bash'];

/** A whole scenario under a preset: what each call's executor made of it, in order. */
async function play(preset: string) {
  const open = await openBrowser();
  const host = open({ scenario: SCENARIO, mode: 'bypassPermissions', preset });
  await host.send(promptOf(SCENARIO));
  const { thread, calls } = await until(host, (state) => idle(state) && state.thread.runs.length > 0);
  expectOneResultEach(thread);
  const executors = new Map(
    PRESETS.find(({ id }) => id === preset)?.tools.map(({ name, executor }) => [name, executor]),
  );
  return calls.map(
    ({ name, result }) => `${executors.get(name) ?? name} ${result?.error === undefined ? 'ok' : codeOf(result.error)}`,
  );
}

it('the same scenario takes the same course under every preset that can do it', async () => {
  const own = await play('');
  expect(own).toContain('Edit INVALID_ARGS');
  expect(own.filter((outcome) => outcome === 'Edit ok')).toHaveLength(1);
  const able = PRESETS.filter(({ tools }) =>
    NEEDED.every((needed) => tools.some(({ executor }) => executor === needed)),
  );
  expect(able.map(({ id }) => id)).toEqual(['open-agent-sdk', 'claude-agent-sdk', 'dskcode']);
  for (const { id } of able) expect(await play(id)).toEqual(own);
});

it.each([
  ['open-agent-sdk', 35, /^You are a careful software agent/],
  ['claude-agent-sdk', 17, /^You are a careful software agent/],
  ['y-agent', 1, /\n\[filesystem\]\nFileRead: Read file contents\n/],
  ['dskcode', 9, /^你是一个细心的软件 Agent。[^]*工作目录:\n/],
])('the first request under %s shows the model %i tools, in its own way', async (preset, count, says) => {
  const open = await openBrowser();
  const client = open({ model: 'human', preset });
  await client.send('Go.');
  const { turnAsked } = await until(client, ({ status }) => status === 'your-turn');
  expect(turnAsked?.tools).toHaveLength(count);
  expect(turnAsked?.system).toMatch(says);
});

it.each([
  ['y-agent', 'ScheduleCreate', { does: 'shell' }],
  ['open-agent-sdk', 'CronCreate', {}],
])('under %s a command of the schedule runs with the shell tool that there is', async (preset, name, more) => {
  const open = await openBrowser();
  const client = open({ model: 'human', mode: 'bypassPermissions', preset });
  await client.send('Every year.');
  await until(client, ({ status }) => status === 'your-turn');
  const job = { name: 'greet', schedule: '0 0 1 1 *', command: 'echo Happy new year', ...more };
  await client.takeTurn({ text: '', calls: [{ name, arguments: JSON.stringify(job) }] });
  const { ports } = await until(client, ({ calls }) => calls[0]?.result !== undefined);
  for (const { id } of ports.cron?.value ?? []) expect(await ports.cron?.run(id)).toBe(true);
  expect(ports.cron?.value.map(({ lastRun }) => lastRun)).toMatchObject([
    { state: 'succeeded', text: expect.stringContaining('Happy new year') },
  ]);
});
