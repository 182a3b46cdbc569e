import { describe, expect, it } from 'vitest';
import { HookSchema, AgentOptionsSchema } from '@/lib/protocol';
import { findScenario, play, SCENARIOS, type HistoryEntry, type ScriptedCall, type ScriptedTurn } from './index';

interface Answer {
  text?: string;
  error?: string;
}
/** What the tools say to a call; `nth` counts the calls from 0. */
type World = (call: ScriptedCall, nth: number) => Answer;

const inputOf = (call: ScriptedCall): Record<string, unknown> => ('input' in call ? { ...call.input } : {});

/** Plays a scenario in a world; the codes and names of its calls, and its last words. */
function run(id: string, world: World): { calls: string[]; words: string; turns: ScriptedTurn[] } {
  const history: HistoryEntry[] = [{ role: 'user', text: findScenario(id)?.prompt ?? '' }];
  const calls: string[] = [];
  const turns: ScriptedTurn[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const said = play(history, { attempt: 1 });
    turns.push(said);
    const made = said.calls ?? [];
    if (made.length === 0) return { calls, words: said.text ?? '', turns };
    history.push({
      role: 'assistant',
      text: said.text ?? '',
      calls: made.map((call, index) => ({ id: `${turn}.${index}`, name: call.name, input: inputOf(call) })),
    });
    for (const [index, call] of made.entries()) {
      const { text = 'done', error } = world(call, calls.length);
      calls.push(`${call.name} ${error ?? 'ok'}`);
      history.push({
        role: 'result',
        callId: `${turn}.${index}`,
        text,
        failed: error !== undefined,
        ...(error !== undefined && { error }),
      });
    }
  }
  throw new Error('It does not end.');
}

const WORLDS: Record<string, [World, string[], RegExp]> = {
  denied: [
    ({ name }) => (name === 'Edit' ? { error: 'GATE_DENIED', text: 'A rule denies it.' } : {}),
    ['Read ok', 'Edit GATE_DENIED', 'Write ok'],
    /refused by a rule.*as it was/s,
  ],
  hooks: [
    (_, nth) => (nth === 0 ? { error: 'HOOK_BLOCKED', text: 'No new packages.' } : { text: '007' }),
    ['Bash HOOK_BLOCKED', 'Bash ok'],
    /without a package/,
  ],
  'rate-limit': [
    ({ name }, nth) =>
      name === 'Read' && nth > 2
        ? { error: 'RATE_LIMITED', text: 'Wait 20 s.' }
        : { text: '1: export function a\n2: export async function b' },
    ['Read ok', 'Read ok', 'Read ok', ...Array<string>(3).fill('Read RATE_LIMITED'), 'Grep ok'],
    /^2 exported functions/,
  ],
  'loop-guard': [
    () => ({ text: 'No matches.' }),
    ['Grep ok', 'Grep ok', 'Grep ok', 'Grep ok', 'Read ok'],
    /another question did/,
  ],
  'lazy-tools': [() => ({}), ['ToolSearch ok', 'Grep ok', 'ToolSearch ok', 'Read ok'], /never cost a token/],
  'dynamic-tool': [
    ({ name }, nth) =>
      name === 'FormatCents' && nth < 3 ? { error: 'EXECUTION_ERROR', text: 'TypeError' } : { text: '19.95' },
    [
      'ToolCreate ok',
      'FormatCents EXECUTION_ERROR',
      'FormatCents EXECUTION_ERROR',
      'ToolUpdate ok',
      'FormatCents ok',
      'FormatCents ok',
    ],
    /19.95 and 19.95/,
  ],
  truncation: [
    (_, nth) => ({ text: nth === 0 ? '1 2 3 [… 120,000 characters left out …] 40000' : '4000' }),
    ['Bash ok', 'Bash ok'],
    /^4000 of them/,
  ],
  'cut-off': [
    (_, nth) => (nth === 0 ? { error: 'PARTIAL_JSON', text: 'Cut off.' } : {}),
    ['Write PARTIAL_JSON', 'Write ok', 'Write ok'],
    /in two parts/,
  ],
  validation: [
    (_, nth) => (nth === 0 ? { error: 'INVALID_ARGS', text: '$.outputMode: absent' } : { text: 'src/tax.ts:10' }),
    ['Grep INVALID_ARGS', 'Grep ok'],
    /Two faults cost one turn/,
  ],
  'ambiguous-edit': [
    (_, nth) => (nth === 1 ? { error: 'TEXT_MULTIPLE_MATCHES', text: 'Lines 11 and 24.' } : {}),
    ['Read ok', 'Edit TEXT_MULTIPLE_MATCHES', 'Edit ok'],
    /in one place/,
  ],
  parallel: [
    (_, nth) => ({ text: nth === 4 ? '1\ttaxRate, discountOf, parcelPrice' : 'code' }),
    ['Read ok', 'Read ok', 'Read ok', 'Write ok', 'Read ok'],
    /it is a barrier/,
  ],
  dialects: [
    (_, nth) => ({ text: nth === 3 ? 'even its own end: </tool_call>.' : 'done' }),
    ['Read ok', 'Glob ok', 'Write ok', 'Read ok'],
    /^Intact\./,
  ],
  'unknown-tool': [
    ({ name }) => (name === 'Read' ? {} : { error: 'TOOL_NOT_FOUND', text: 'Did you mean Read?' }),
    ['Raed TOOL_NOT_FOUND', 'Read ok'],
    /one detour/,
  ],
};

describe('a scenario that shows a guard', () => {
  it.each(Object.keys(WORLDS))('%s goes its way', (id) => {
    const [world, calls, words] = WORLDS[id] ?? [() => ({}), [], /^$/];
    const played = run(id, world);
    expect(played.calls).toEqual(calls);
    expect(played.words).toMatch(words);
  });

  it.each(
    Object.keys(WORLDS).flatMap((id) => ['GATE_DENIED', 'ABORTED', 'EXECUTION_ERROR', ''].map((error) => [id, error])),
  )('%s ends in words where everything gives %j', (id, error) => {
    expect(run(id, () => (error === '' ? {} : { error, text: 'because' })).words).not.toBe('');
  });

  it('is cut off in the middle of its arguments', () => {
    const [turn] = run('cut-off', () => ({})).turns;
    const [call] = turn?.calls ?? [];
    const args = call && 'rawArguments' in call ? call.rawArguments : '';
    expect(turn?.stop).toBe('max_tokens');
    expect(args).toHaveLength(600);
    expect(() => JSON.parse(args)).toThrow(SyntaxError);
  });
});

describe('every scenario', () => {
  it('has an id, a title and a prompt of its own', () => {
    for (const field of ['id', 'title', 'prompt'] as const) {
      expect(new Set(SCENARIOS.map((scenario) => scenario[field])).size).toBe(SCENARIOS.length);
    }
  });

  it.each(SCENARIOS.flatMap(({ id, setup }) => (setup ? [[id, setup] as const] : [])))(
    '%s sets what there is to set',
    (_, setup) => {
      expect(JSON.parse(JSON.stringify(setup))).toEqual(setup);
      AgentOptionsSchema.parse(setup.options ?? {});
      for (const hook of setup.hooks ?? []) HookSchema.parse(hook);
    },
  );
});
