import type { Answers, Question } from '@/lib/ports';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';

/** What a person has chosen and typed so far for one question. */
export interface AnswerDraft {
  readonly chosen: readonly string[];
  /** The person's own text. */
  readonly own: string;
}

export const NO_DRAFT: AnswerDraft = { chosen: [], own: '' };

const DraftsSchema = z.array(z.object({ chosen: z.array(z.string()), own: z.string() }));

/** The drafts in a text that was kept, one for each question; empty ones if it is not such a text. */
export function readDrafts(text: string, questions: readonly Question[]): readonly AnswerDraft[] {
  const read = parseJson(DraftsSchema, text);
  return questions.map((_, index) => (read.ok ? read.value[index] : undefined) ?? NO_DRAFT);
}

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
