import { SAID } from '@/components/messages/zh/said';
import type { Client } from '@/lib/client/state';
import { until } from '@/lib/client/testing/test-tab';
import { inChinese, SCENARIOS } from '@/lib/scenarios';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { codeOf, type Language, type SpelledCode } from '@/lib/protocol';
import { havingOf } from '@/lib/tools/system';
import { unplayable } from '@/lib/scenarios';
import { isLong } from '@/lib/tools/testing/cases';
import { describe, expect, it } from 'vitest';
import { expectOneResultEach, openBrowser } from './open-browser';

/** What only a real page has: frames to show, workers, services behind a thread that the server knows, a person's git. */
const NEEDS_A_PAGE: ReadonlySet<string> = new Set(['language-service', 'worktree', 'web', 'browser', 'server']);

/** What a script says where it was answered something it does not know. */
const OFF_SCRIPT = /^I expected |which it should not/;

type State = ReturnType<Client['store']['getState']>;

/** A person who says yes to everything, takes the first answer, and stops what does not end by itself. */
function agreeable(client: Client): void {
  const settled = new Set<string>();
  const once = (id: string, act: () => void): void => {
    if (settled.has(id)) return;
    settled.add(id);
    act();
  };
  client.store.subscribe(({ questions, plans, approvals, calls, options }) => {
    for (const { callId, questions: asked } of questions) {
      once(callId, () =>
        client.answer(
          callId,
          asked.map(({ options: [first] }) => [first?.label ?? 'Yes']),
        ),
      );
    }
    for (const { callId } of plans) once(callId, () => client.answerPlan(callId, { answer: 'approved', feedback: '' }));
    for (const { callId } of approvals) once(callId, () => client.decide(callId, { behavior: 'allow' }));
    const [first, second] = calls;
    const endless = options.scenario === 'endless-loop' && first?.result !== undefined && second?.phase === 'running';
    if (endless) once(second.id, () => void client.stop());
  });
}

const OVER = new Set<State['status']>(['idle', 'error']);

async function play(
  scenario: (typeof SCENARIOS)[number],
  preset: string,
  { language = 'en' }: { language?: Language } = {},
): Promise<State> {
  const open = await openBrowser();
  const client = open({ scenario: scenario.id, mode: 'bypassPermissions', ...(preset && { preset }) });
  client.setLanguage(language);
  agreeable(client);
  await client.send(language === 'zh' ? inChinese(scenario.prompt) : scenario.prompt);
  return until(client, (state) => state.error !== undefined || (state.thread.runs.length > 0 && isOver(state)));
}

const isOver = ({ status, thread }: State): boolean => OVER.has(status) && thread.runs.at(-1)?.status !== 'live';

const lastWords = ({ thread }: State): string => {
  const said = thread.messages.findLast(({ role }) => role === 'assistant')?.content;
  return typeof said === 'string' ? said : '';
};

/** What each call's executor made of it, in the union's codes. */
function courseOf({ calls }: State, preset: string): string[] {
  const executors = new Map(
    PRESETS.find(({ id }) => id === preset)?.tools.map(({ name, executor }) => [name, executor]),
  );
  const code = (error: SpelledCode | undefined) => (error === undefined ? 'ok' : codeOf(error));
  return calls.map(({ name, result }) => `${executors.get(name) ?? name} ${code(result?.error)}`);
}

describe.each(PRESETS.map((preset, index) => ({ ...preset, index })))('$title', (preset) => {
  const having = havingOf(presetTools(preset, builtinTools));

  const refusals = SCENARIOS.flatMap((scenario) => {
    const refused = unplayable(scenario, preset.title, having);
    return refused ? [{ scenario, refused }] : [];
  });
  const refusedIds = new Set(refusals.map(({ scenario }) => scenario.id));

  it('refuses beforehand what it cannot play, with the reason and something that it can', async () => {
    const open = await openBrowser();
    const client = open({ scenario: 'fix-the-test', preset: preset.id });
    for (const { scenario, refused } of refusals) {
      client.setOptions({ scenario: scenario.id });
      await client.send(scenario.prompt);
      const { error, threadId, calls } = client.store.getState();
      expect(error?.code).toBe('SCENARIO_NEEDS_MORE');
      expect(error?.message).toContain(refused.reason);
      expect(error?.message).toContain(refused.instead?.title);
      expect(refusedIds).not.toContain(refused.instead?.id);
      expect([threadId, calls]).toEqual([null, []]);
    }
  });

  // Where time is short, each preset plays its share.
  const played = SCENARIOS.filter((_, at) => isLong || at % PRESETS.length === preset.index);
  it.each(played.filter(({ id }) => !refusedIds.has(id)))(
    '$id comes to its end',
    async (scenario) => {
      const state = await play(scenario, preset.id);
      if (scenario.id === 'loop-guard') expect(state.error?.code).toBe('LOOP_DETECTED');
      else expect(state.error).toBeUndefined();
      expectOneResultEach(state.thread);
      // What cannot end here for want of a page takes the course that it takes under our own names.
      if (NEEDS_A_PAGE.has(scenario.id))
        expect(courseOf(state, preset.id)).toEqual(courseOf(await play(scenario, ''), ''));
      else expect(lastWords(state)).not.toMatch(OFF_SCRIPT);
    },
    60_000,
  );
});

const BUILT_IN: ReadonlySet<string> = new Set(builtinTools.map(({ name }) => name));

/** The notes of steps and hooks and the titles of calls that the page leaves in English; names of checks and of hooks stay. */
function leftInEnglish({ calls, notices }: State): string[] {
  const notes = [...calls.flatMap(({ trace = [] }) => trace), ...notices].map(({ note }) => SAID.note(note));
  const titles = calls.filter(({ name }) => BUILT_IN.has(name)).map(({ title }) => SAID.title(title));
  return [
    ...notes.filter((note) => /^[a-z]+ [a-z]+/i.test(note.replace(/^.+?[:：]\s*/, ''))),
    ...titles.filter((title) => /[a-z] [a-z]/i.test(title) && !/\p{Script=Han}/u.test(title)),
  ];
}

describe('in Chinese', () => {
  it('notes and titles of every scenario are said in Chinese', async () => {
    const played = SCENARIOS.filter(({ id }) => !NEEDS_A_PAGE.has(id));
    const states = await Promise.all(played.map((scenario) => play(scenario, '', { language: 'zh' })));
    expect(states.flatMap(({ calls }) => calls).length).toBeGreaterThan(played.length);
    expect(states.flatMap(leftInEnglish)).toEqual([]);
  }, 60_000);

  // Where time is short, a few of them.
  it.each(SCENARIOS.filter((_, at) => isLong || at % 9 === 2))(
    '$id takes the course that it takes in English, and ends in Chinese',
    async (scenario) => {
      const state = await play(scenario, '', { language: 'zh' });
      expect(courseOf(state, '')).toEqual(courseOf(await play(scenario, ''), ''));
      expect(lastWords(state)).toMatch(/\p{Script=Han}/u);
      if (!NEEDS_A_PAGE.has(scenario.id)) expect(lastWords(state)).not.toContain('我期望');
    },
    60_000,
  );
});
