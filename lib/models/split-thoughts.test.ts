import { describe, expect, it } from 'vitest';
import type { Model, ModelEvent } from './model';
import { withThoughtsSplit } from './split-thoughts';
import { collect, requestOf, spokenText } from './testing';

const stop: ModelEvent = {
  type: 'stop',
  reason: 'end',
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
};
const saying = (pieces: readonly string[]): Model => ({
  name: 'm',
  async *turn() {
    for (const delta of pieces) yield [{ type: 'text', delta }];
    yield [stop];
  },
});
const thoughtOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'reasoning' ? event.delta : '')).join('');

describe('a reply whose server did not split its thoughts off', () => {
  it.each<[string, string, string, string]>([
    ['a thought', '<think>Hm. <b></b></think>\n\nWell.', 'Hm. <b></b>', 'Well.'],
    ['a thought behind white space', '\n <think>\nHm.\n</think>Well. ', '\nHm.\n', 'Well. '],
    ['two thoughts', '<think>a</think>\n<think>b</think>c', 'ab', 'c'],
    ['a thought by another name', '<longcat_think>a</think></longcat_think>b', 'a</think>', 'b'],
    ['an empty thought', '<think>\n\n</think>\n\nWell.', '\n\n', 'Well.'],
    ['nothing but a thought', '<think>Hm.</think>\n', 'Hm.', ''],
    ['a thought that is never closed', '<think>Hm. </thin', 'Hm. </thin', ''],
    ['no thought', ' <thin', '', ' <thin'],
    ['tags behind words', 'The tag <think>a</think> is one.', '', 'The tag <think>a</think> is one.'],
    ['an end without a beginning', 'Hm.</think>Well.', '', 'Hm.</think>Well.'],
    ['nothing', '', '', ''],
  ])('has %s', async (_what, text, thought, said) => {
    for (const pieces of [[text], text.split('')]) {
      const events = await collect(withThoughtsSplit(saying(pieces)), requestOf([]));
      expect([thoughtOf(events), spokenText(events)]).toEqual([thought, said]);
      expect(events.at(-1)).toEqual(stop);
    }
  });
});
