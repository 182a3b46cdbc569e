import type { ClientState } from '@/lib/client/state';
import { describe, expect, it } from 'vitest';
import { callView } from '../../fixtures/call-view';
import { textIn } from '../../messages/text';
import { guardSpans } from './guard-spans';
import { lanesOf } from './lanes';
import { spanLabel } from './spans';

const text = textIn('en', 'timeline');
const thread = (parts: Partial<ClientState['thread']> = {}): ClientState['thread'] => ({
  seq: 0,
  messages: [],
  calls: {},
  callOrder: [],
  runs: [],
  turns: [],
  notices: [],
  ...parts,
});
const asItIs = (note: string): string => note;
const timings = { queuedAt: 0, startedAt: 5, endedAt: 9 };
const words = (facts: Partial<Parameters<typeof guardSpans>[0]>) =>
  guardSpans({ calls: [], notices: [], thread: thread(), ...facts }, text, asItIs).map((span) =>
    spanLabel(span, text, 'en'),
  );

describe('guardSpans', () => {
  it.each([
    [
      'a hook around a call',
      {
        calls: [
          callView({
            trace: [{ step: 'hooks', outcome: 'changed', note: 'Hide keys', startedAt: 6, endedAt: 8 }],
          }),
        ],
      },
      ['hooks: Hide keys (Read src/cart.ts) · changed · 2 ms'],
    ],
    [
      'a refusal that only the result tells of',
      {
        calls: [
          callView({
            phase: 'denied',
            timings,
            result: { success: false, text: '', denial: { source: 'person', reason: 'no' } },
          }),
        ],
      },
      ['permission: no (Read src/cart.ts) · blocked'],
    ],
    [
      'a warning of the loop guard and then its stop',
      {
        thread: thread({
          notices: [
            { runId: 'r', at: 20, kind: 'guard', guard: 'loop:repeated-call', level: 'stop', message: 'three times' },
            { runId: 'r', at: 10, kind: 'guard', guard: 'loop:repeated-call', level: 'warning', message: 'twice' },
            { runId: 'r', kind: 'guard', level: 'warning', message: 'nobody knows when' },
          ],
        }),
      },
      ['loop:repeated-call: twice · warning', 'loop:repeated-call: three times · stopped the run'],
    ],
    [
      'a person’s stop',
      { thread: thread({ runs: [{ runId: 'r', status: 'cancelled', startedAt: 0, endedAt: 9 }] }) },
      ['you stopped the agent · stopped'],
    ],
    [
      'a hook on a prompt',
      {
        notices: [
          {
            id: 'n',
            event: 'UserPromptSubmit',
            step: 'House rules',
            outcome: 'blocked',
            note: 'too long',
            startedAt: 1,
            endedAt: 1,
          } as const,
        ],
      },
      ['UserPromptSubmit: too long · blocked'],
    ],
  ] satisfies [string, Partial<Parameters<typeof guardSpans>[0]>, string[]][])('%s', (_, facts, said) => {
    expect(words(facts)).toEqual(said);
  });

  it('marks of the same moment stand below one another', () => {
    const [lane] = lanesOf(
      guardSpans(
        {
          calls: ['a', 'b'].map((id) =>
            callView({ id, trace: [{ step: 'hooks', outcome: 'passed', note: '', startedAt: 6, endedAt: 6 }] }),
          ),
          notices: [],
          thread: thread(),
        },
        text,
        asItIs,
      ),
      1,
    );
    expect(lane?.rows).toHaveLength(2);
  });
});
