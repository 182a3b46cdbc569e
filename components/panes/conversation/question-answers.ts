import type { Answers, Question } from '@/lib/ports';

/** What a person has chosen and typed so far for one question. */
export interface AnswerDraft {
  readonly chosen: readonly string[];
  /** The person's own text. */
  readonly own: string;
}

export const NO_DRAFT: AnswerDraft = { chosen: [], own: '' };

/** Chooses an option or clears the choice. For a single answer, only the latest input counts. */
export function choose({ multiple }: Question, { chosen, own }: AnswerDraft, label: string): AnswerDraft {
  if (!multiple) return { chosen: [label], own: '' };
  const others = chosen.filter((known) => known !== label);
  return { chosen: others.length < chosen.length ? others : [...chosen, label], own };
}

export const answerWith = ({ multiple }: Question, { chosen }: AnswerDraft, own: string): AnswerDraft => ({
  chosen: multiple || own.trim() === '' ? chosen : [],
  own,
});

/** The answers to send: options in the order they were offered, the person's own text last. */
export const answersOf = (questions: readonly Question[], drafts: readonly AnswerDraft[]): Answers =>
  questions.map(({ options }, index) => {
    const { chosen, own } = drafts[index] ?? NO_DRAFT;
    const labels = options.map(({ label }) => label).filter((label) => chosen.includes(label));
    return own.trim() === '' ? labels : [...labels, own.trim()];
  });

export const isAnswered = (answers: Answers): boolean => answers.every((answer) => answer.length > 0);
