import type { Answers, Question } from '@/lib/ports';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { oneLine } from '../../truncate';
import { PATIENCE_MS } from './patience';

/** Maximum questions per call, and options per question. */
const MOST_QUESTIONS = 4;
const MOST_OPTIONS = 8;
/** Maximum characters of the answers in the summary: a typed answer may be long. */
const SUMMARY_LENGTH = 160;

const option = z.strictObject({
  label: z.string().trim().min(1).max(100).describe('The answer, in one to five words.'),
  description: z.string().max(500).optional().describe('What follows from it.'),
});

const question = z.strictObject({
  question: z.string().trim().min(1).max(1000).describe('The whole question, ending in a question mark.'),
  header: z.string().trim().min(1).max(30).optional().describe('What it is about, in a word or two.'),
  options: z
    .array(option)
    .min(2)
    .max(MOST_OPTIONS)
    .superRefine((options, context) => {
      const labels = options.map(({ label }) => label.toLowerCase());
      const twice = labels.find((label, index) => labels.indexOf(label) !== index);
      if (twice !== undefined) context.addIssue({ code: 'custom', message: `The option ${twice} is there twice.` });
    })
    .describe('Answers to choose from. The person can always type another, so leave out “other”.'),
  multiple: z.boolean().optional().describe('Several options may be chosen. Default false.'),
});

export const askUser = defineTool({
  name: 'AskUser',
  description:
    'Asks the person questions with answers to choose from, and waits. Use it where the work forks and only the person can ' +
    'say which way: a preference, a choice between designs, something that is not in the files. Do not use it for what you ' +
    'can find out yourself, to have a plan approved (use ExitPlanMode), or for permission (it is asked for where it is ' +
    'needed). After ABORTED take the most cautious way, or ask again if the person says something new.',
  title: 'Ask the person',
  kind: 'other',
  category: 'interaction',
  source: 'builtin',
  capabilities: ['questions'],
  autoApproved: true,
  waitsForPerson: true,
  deadlineFor: () => PATIENCE_MS,
  input: z.strictObject({
    questions: z
      .array(question)
      .min(1)
      .max(MOST_QUESTIONS)
      .describe(`What you want to know, at most ${MOST_QUESTIONS} questions at once.`),
  }),
  // No English words, since the questions may be in any language.
  titleFor: ({ questions: [first, ...more] }) =>
    `${first?.question ?? 'Ask the person'}${more.length > 0 ? ` (+${more.length})` : ''}`,
  async execute({ questions }, context) {
    const person = need(context, 'questions');
    if (!person.ok) return person.failure;
    const answers = await person.value.ask({ callId: context.callId, questions }, context.signal);
    const said = answers.map((chosen) => chosen.join(', ')).join(' · ');
    return { text: textOf(questions, answers), summary: oneLine(said, SUMMARY_LENGTH) };
  },
});

function textOf(questions: readonly Question[], answers: Answers): string {
  const lines = questions.map(({ question: asked, options }, index) => {
    const chosen = answers[index] ?? [];
    const known = new Set(options.map(({ label }) => label));
    const said = chosen.map((answer) => (known.has(answer) ? answer : `${answer} (their own words)`));
    return `${index + 1}. ${asked}\n   ${said.length === 0 ? 'No answer.' : said.join('; ')}`;
  });
  return `The person answered:\n${lines.join('\n')}`;
}
