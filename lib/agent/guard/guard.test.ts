import type { ToolMessage } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { emptyThread, type FoldedCall, type FoldedNotice, type ThreadState } from '@/lib/protocol';
import { loopGuard } from './index';

/** `Read a` succeeds with a result of its own, `Read a=same` with that one, `Read a!err` fails with that text. */
function threadOf(...lines: string[]): ThreadState {
  const calls = lines.map((line, index): FoldedCall => {
    const [, name = '', args = '', sign, text] = /^(\S+) ([^=!]*)([=!])?(.*)$/.exec(line) ?? [];
    const id = `c${index}`;
    const result: ToolMessage = {
      id: `r${index}`,
      role: 'tool',
      toolCallId: id,
      content: sign ? String(text) : `result ${index}`,
      ...(sign === '!' && { error: 'EXECUTION_ERROR' }),
    };
    return { id, name, args, messageId: 'm', complete: true, runId: 'r', result };
  });
  return {
    ...emptyThread,
    calls: Object.fromEntries(calls.map((call) => [call.id, call])),
    callOrder: calls.map(({ id }) => id),
  };
}

const times = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index));

const REPEATED = 'loop:repeated-call';
const SAME = 'loop:same-tool';
const BACK = 'loop:back-and-forth';
const NONE = 'loop:no-progress';

const inCircles: [string, string | undefined, string[]][] = [
  ['nothing at all', undefined, []],
  ['the same call twice', undefined, ['Read {"a":1}', 'Read {"a":1}']],
  ['the same call three times', REPEATED, times(3, () => 'Read {"a":1}')],
  ['with another between', undefined, ['Read {"a":1}', 'Read {"a":1}', 'Grep {}', 'Read {"a":1}']],
  [
    'with arguments in another order',
    REPEATED,
    ['Read {"a":1,"b":[2]}', 'Read {"b":[2],"a":1}', 'Read { "a":1, "b":[2] }'],
  ],
  ['with other arguments', undefined, times(9, (index) => `Read {"a":${index}}`)],
  ['with text that is not JSON', REPEATED, times(3, () => 'Read {oops')],
  ['five of a tool with one result', SAME, times(5, (index) => `Read ${index}=none`)],
  ['five of a tool that fail alike', SAME, times(5, (index) => `Edit ${index}!no match`)],
  ['four of a tool with one result', undefined, times(4, (index) => `Read ${index}=none`)],
  ['five of a tool with a new result each', undefined, times(5, (index) => `Bash ${index}`)],
  ['one new result among five', undefined, ['R 1=x', 'R 2=x', 'R 3=y', 'R 4=x', 'R 5=x']],
  ['two calls that take turns', BACK, times(6, (index) => (index % 2 ? 'Edit a' : 'Bash b'))],
  ['two and a half cycles', undefined, times(5, (index) => (index % 2 ? 'Edit a' : 'Bash b'))],
  ['cycles of three', undefined, times(9, (index) => ['Edit a', 'Bash b', 'Read c'][index % 3] ?? '')],
  ['ten failures of all kinds', NONE, times(10, (index) => `T${index % 4} ${index}!error ${index}`)],
  ['nine failures', undefined, times(9, (index) => `T${index % 4} ${index}!error ${index}`)],
  [
    'a success among them',
    undefined,
    times(12, (index) => (index === 5 ? 'T x' : `T${index % 4} ${index}!error ${index}`)),
  ],
  [
    'ten known results of three tools',
    NONE,
    ['A 0=1', 'B 0=1', 'C 0=1', ...times(10, (index) => `${'ABC'[index % 3]} ${index}=1`)],
  ],
];

describe('loopGuard', () => {
  it.each(inCircles.flatMap(([what, guard, lines]) => (guard ? [[what, lines] as const] : [])))(
    'warns in the language of the run: %s',
    (_what, lines) => {
      const message = loopGuard(threadOf(...lines), 0, 1, 'zh')?.message ?? '';
      expect(message).toMatch(/^你已.*。.*。$/);
      expect(message.replaceAll(/Read|Edit|Bash/g, '')).not.toMatch(/[a-z]{2}/);
    },
  );

  it.each(inCircles)('%s: %s', (_what, guard, lines) => {
    const verdict = loopGuard(threadOf(...lines), 0);
    expect(verdict?.guard).toBe(guard);
    if (guard)
      expect(verdict).toMatchObject({ level: 'warning', callIds: expect.arrayContaining([`c${lines.length - 1}`]) });
  });

  it('begins anew where a person spoke or let the agent go on', () => {
    const thread = threadOf(...times(4, () => 'Read {}'));
    expect(loopGuard(thread, 1)?.guard).toBe(REPEATED);
    expect(loopGuard(thread, 2)).toBeUndefined();
  });

  it.each(inCircles.filter(([, guard]) => guard !== undefined))(
    '%s: warns once, then stops with LOOP_DETECTED',
    (...[, , lines]) => {
      const before = threadOf(...lines);
      const warning = loopGuard(before, 0);
      if (!warning) throw new Error('no warning');
      const notice: FoldedNotice = { runId: 'r', kind: 'guard', ...warning };
      const warned = (thread: ThreadState): ThreadState => ({ ...thread, notices: [notice] });
      expect(loopGuard(warned(before), 0)?.guard).not.toBe(warning.guard);
      const period = warning.guard === BACK ? lines.length % 2 : lines.length - 1;
      const next = lines[period]?.replace(/ \d+/, ' 99') ?? '';
      const gone = warned(threadOf(...lines, warning.guard === REPEATED ? (lines[0] ?? '') : next));
      expect(loopGuard(gone, 0, 1, 'zh')?.message).toMatch(/^LOOP_DETECTED: Agent [^a-z]*\p{Script=Han}/u);
      const after = loopGuard(gone, 0);
      expect(after).toMatchObject({
        guard: warning.guard,
        level: 'stop',
        message: expect.stringContaining('LOOP_DETECTED'),
      });
    },
  );

  it('does not stop an agent that took the warning to heart', () => {
    const warning = {
      runId: 'r',
      kind: 'guard',
      guard: REPEATED,
      level: 'warning',
      message: '',
      callIds: ['c0', 'c1', 'c2'],
    } as const;
    const thread = {
      ...threadOf(...times(3, () => 'Read {}'), 'Grep x', ...times(3, () => 'Read {}')),
      notices: [warning],
    };
    expect(loopGuard(thread, 0)).toMatchObject({ level: 'warning', callIds: ['c4', 'c5', 'c6'] });
  });
});
