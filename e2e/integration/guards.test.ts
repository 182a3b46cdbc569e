import { describe, expect, it } from 'vitest';
import type { Client } from '@/lib/client/state';
import { idle, until } from '@/lib/client/testing/test-tab';
import { expectOneResultEach, openBrowser, promptOf } from './open-browser';

/** Plays a scenario as one click does: its own settings, nothing of the person's. */
async function play(id: string): Promise<Client> {
  const open = await openBrowser();
  const host = open({ scenario: id });
  await host.send(promptOf(id));
  return host;
}

const settled = (host: Client) => until(host, (state) => idle(state) && state.thread.runs.length > 0);

/** A guard ended the run. */
const halted = (host: Client) => until(host, ({ status }) => status === 'error');

const outcomes = (host: Client): string[] =>
  host.store.getState().calls.map(({ name, result }) => `${name} ${result?.error ?? 'ok'}`);

const lastText = (host: Client): string => {
  const message = host.store.getState().thread.messages.findLast(({ role }) => role === 'assistant');
  return message?.role === 'assistant' ? (message.content ?? '') : '';
};

const SCENARIOS: [string, string[], RegExp][] = [
  ['denied', ['Read ok', 'Edit GATE_DENIED', 'Write ok'], /refused by a rule/],
  ['hooks', ['Bash HOOK_BLOCKED', 'Bash ok'], /The hook said no/],
  [
    'rate-limit',
    ['Read ok', 'Read ok', 'Read ok', 'Read RATE_LIMITED', 'Read RATE_LIMITED', 'Read RATE_LIMITED', 'Grep ok'],
    /exported functions, found with one call/,
  ],
  ['lazy-tools', ['ToolSearch ok', 'Grep ok', 'ToolSearch ok', 'Read ok'], /never cost a token/],
  ['truncation', ['Bash ok', 'Bash ok'], /^4000 of them end in 7/],
  ['cut-off', ['Write PARTIAL_JSON', 'Write ok', 'Write ok'], /in two parts/],
  ['unknown-tool', ['Raed TOOL_NOT_FOUND', 'Read ok'], /one detour/],
  [
    'dynamic-tool',
    [
      'ToolCreate ok',
      'FormatCents EXECUTION_ERROR',
      'FormatCents EXECUTION_ERROR',
      'ToolUpdate ok',
      'FormatCents ok',
      'FormatCents ok',
    ],
    /It works: 19.95 and 0.07/,
  ],
];

describe('a scenario that shows a guard, in the whole loop', () => {
  it.each(SCENARIOS)('%s', async (id, expected, words) => {
    const host = await play(id);
    const { thread } = await settled(host);
    expect(outcomes(host)).toEqual(expected);
    expect(lastText(host)).toMatch(words);
    expectOneResultEach(thread);
    expect(thread.notices).toEqual([]);
  });

  it('loop-guard: warned, stopped, and let go on by a person', async () => {
    const host = await play('loop-guard');
    const stopped = await halted(host);
    expect(stopped.error?.code).toBe('LOOP_DETECTED');
    expect(stopped.thread.notices.map(({ level, guard }) => `${level} ${guard}`)).toEqual([
      'warning loop:repeated-call',
      'stop loop:repeated-call',
    ]);
    expect(outcomes(host)).toEqual(['Grep ok', 'Grep ok', 'Grep ok', 'Grep ok']);
    await host.retry();
    const { thread } = await until(host, (state) => idle(state) && state.calls.length === 5);
    expect(outcomes(host).at(-1)).toBe('Read ok');
    expect(thread.runs.at(-1)?.status).toBe('success');
    expectOneResultEach(thread);
  });
});

describe('a runaway meets first', () => {
  it('the rate limit, where that is set low: it refuses the second call, before the guard has anything to say', async () => {
    const open = await openBrowser();
    const host = open({ scenario: 'loop-guard' });
    host.setToolSettings({ limits: { calls: 1, tools: {} } });
    await host.send(promptOf('loop-guard'));
    const { thread } = await halted(host);
    expect(outcomes(host)).toEqual(['Grep ok', 'Grep RATE_LIMITED', 'Grep RATE_LIMITED', 'Grep RATE_LIMITED']);
    expect(thread.notices[0]?.callIds).toEqual(thread.callOrder.slice(0, 3));
    expectOneResultEach(thread);
  });

  it('the loop guard, where the limit is as it comes', async () => {
    const host = await play('loop-guard');
    const { thread } = await halted(host);
    expect(outcomes(host)).toEqual(['Grep ok', 'Grep ok', 'Grep ok', 'Grep ok']);
    expect(thread.notices.map(({ level }) => level)).toEqual(['warning', 'stop']);
  });

  it('the rate limit and never the guard, where the agent takes the refusal to heart', async () => {
    const host = await play('rate-limit');
    const { thread } = await settled(host);
    expect(outcomes(host)).toContain('Read RATE_LIMITED');
    expect(thread.notices).toEqual([]);
  });
});
