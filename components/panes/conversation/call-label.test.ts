import { describe, expect, it } from 'vitest';
import { callView } from '../../fixtures/call-view';
import { textIn } from '../../messages/text';
import { callOutcome, callSubject } from './call-label';

describe('subjectOf', () => {
  it.each([
    ['Read', 'Read src/cart.ts', 'src/cart.ts'],
    ['Bash', 'Run the tests', 'Run the tests'],
    ['Edit', 'Edit', ''],
    ['Grep', 'Grep: price', 'price'],
  ])('%s titled “%s” is about “%s”', (name, title, subject) => {
    expect(callSubject(name, title)).toBe(subject);
  });
});

describe('outcomeOf', () => {
  const issue = { path: '$.Path', expected: 'absent', received: '"a"', message: 'Remove `Path`.' };
  it.each([
    [
      'an invalid call: its issues',
      callView({ phase: 'invalid', issues: [issue, issue] }),
      'Remove `Path`. Remove `Path`.',
    ],
    [
      'an invalid call of a run in Chinese: nothing in another language',
      callView({ phase: 'invalid', issues: [issue, issue].map((one) => ({ ...one, message: '请删除 `Path`。' })) }),
      '请删除 `Path`。请删除 `Path`。',
    ],
    [
      'a denied call: the reason',
      callView({ result: { success: false, text: 'no', denial: { source: 'person', reason: 'Not now' } } }),
      'Not now',
    ],
    ['a summary', callView({ result: { success: true, text: 'long\ntext', summary: 'Modified' } }), 'Modified'],
    ['else the first line', callView({ result: { success: true, text: '\nlong\ntext' } }), 'long'],
    ['an open call: nothing', callView({}), undefined],
  ])('%s', (_, call, words) => {
    expect(callOutcome(call, textIn('en', 'thread'), (failure) => failure)).toBe(words);
  });
});
