import { behaviourOf, PRESETS } from '@/lib/tools/presets';
import { expect, it } from 'vitest';
import { textIn } from '../../messages/text';
import { ASPECTS, behaviourLabels } from './behaviours';
import { TRIAL_CALLS, tryCall } from './try-call';

const callOf = (id: string) => {
  const call = TRIAL_CALLS.find((one) => one.id === id);
  if (!call) throw new Error(`There is no call ${id}.`);
  return call;
};

it.each([
  ['unread', 'claude-agent-sdk', 'FileEdit', 'FILE_NOT_READ'],
  ['unread', 'dskcode', 'edit_file', undefined],
  ['missing', 'claude-agent-sdk', 'FileRead', 'NOT_FOUND'],
  ['missing', 'dskcode', 'read_file', 'READ_ERROR'],
  ['half', 'toolyard', 'Read', 'INVALID_ARGS'],
  ['half', 'dskcode', 'read_file', undefined],
  ['folder', 'claude-agent-sdk', 'FileWrite', 'NOT_FOUND'],
  ['folder', 'toolyard', 'Write', undefined],
  ['unknown', 'dskcode', 'Raed', 'TOOL_NOT_FOUND'],
])('the call %s under %s is one of %s and gives %s', async (id, design, tool, code) => {
  const result = await tryCall(design, callOf(id));
  expect([result?.tool, result?.code]).toEqual([tool, code]);
});

it('our own tools speak the language of the page, other systems theirs', async () => {
  for (const [design, language] of [
    ['toolyard', 'zh'],
    ['claude-agent-sdk', 'en'],
  ] as const) {
    const result = await tryCall(design, callOf('unread'), 'zh');
    expect(result?.language).toBe(language);
    expect(/\p{Script=Han}/u.test(result?.text ?? '')).toBe(language === 'zh');
  }
});

it('a design without the tool has nothing to try', async () => {
  expect(await tryCall('y-agent', callOf('unread'))).toBeUndefined();
});

it('every aspect of behaviour has words', () => {
  expect([...ASPECTS].toSorted()).toEqual(Object.keys(behaviourOf(undefined)).toSorted());
});

it.each(PRESETS)('every aspect of $id is in words, and what its text says names the place', ({ id, behaviour }) => {
  const said = behaviourLabels(id, textIn('en', 'presets'));
  expect(said.map(({ aspect }) => aspect)).toEqual(ASPECTS);
  for (const { aspect, words, source } of said) {
    expect(words).not.toBe('');
    expect(source).toBe(behaviour[aspect]?.source);
  }
});
