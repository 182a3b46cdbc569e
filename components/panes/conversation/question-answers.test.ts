import { describe, expect, it } from 'vitest';
import type { Question } from '@/lib/ports';
import { answersOf, choose, isAnswered, NO_DRAFT, answerWith } from './question-answers';

const one: Question = { question: 'Which?', options: [{ label: 'Red' }, { label: 'Blue' }] };
const many: Question = { ...one, multiple: true };

describe('answers', () => {
  it('of one choice are what was said last', () => {
    const red = choose(one, NO_DRAFT, 'Red');
    const blue = choose(one, red, 'Blue');
    const own = answerWith(one, blue, ' green ');
    expect([red, blue, own].map((draft) => answersOf([one], [draft]))).toEqual([[['Red']], [['Blue']], [['green']]]);
    expect(answersOf([one], [choose(one, own, 'Red')])).toEqual([['Red']]);
    expect(answersOf([one], [answerWith(one, red, '')])).toEqual([['Red']]);
  });

  it('of several choices stand as they were offered, own words last', () => {
    const both = choose(many, choose(many, answerWith(many, NO_DRAFT, 'green'), 'Blue'), 'Red');
    expect(answersOf([many], [both])).toEqual([['Red', 'Blue', 'green']]);
    expect(answersOf([many], [choose(many, both, 'Red')])).toEqual([['Blue', 'green']]);
  });

  it('are whole when no question is left', () => {
    const red = choose(one, NO_DRAFT, 'Red');
    expect(isAnswered(answersOf([one, many], [red]))).toBe(false);
    expect(isAnswered(answersOf([one, many], [red, answerWith(many, NO_DRAFT, 'x')]))).toBe(true);
  });
});
