import type { Answers, Question } from '@/lib/ports';

/** What a person has chosen and typed so far for one question. */
export interface AnswerDraft {
  readonly chosen: readonly string[];
  /** Their own words. */
  readonly own: string;
}

export const NO_DRAFT: AnswerDraft = { chosen: [], own: '' };

/** Chooses an option, or takes the choice back. Of one answer, the last thing said counts. */
export function choose({ multiple }: Question, { chosen, own }: AnswerDraft, label: string): AnswerDraft {
  if (!multiple) return { chosen: [label], own: '' };
  const others = chosen.filter((known) => known !== label);
  return { chosen: others.length < chosen.length ? others : [...chosen, label], own };
}

export const answerWith = ({ multiple }: Question, { chosen }: AnswerDraft, own: string): AnswerDraft => ({
  chosen: multiple || own.trim() === '' ? chosen : [],
  own,
});

/** The answers as they are sent: options in the order in which they were offered, own words last. */
export const answersOf = (questions: readonly Question[], drafts: readonly AnswerDraft[]): Answers =>
  questions.map(({ options }, index) => {
    const { chosen, own } = drafts[index] ?? NO_DRAFT;
    const labels = options.map(({ label }) => label).filter((label) => chosen.includes(label));
    return own.trim() === '' ? labels : [...labels, own.trim()];
  });

export const isAnswered = (answers: Answers): boolean => answers.every((answer) => answer.length > 0);
