import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'docs/rounding.md';

const ASK: ScriptedTurn = {
  text: 'The files do not say how totals should be rounded, and a wrong guess would cost somebody money, so I will ask.',
  calls: [
    {
      name: 'AskUser',
      input: {
        questions: [
          {
            question: 'When should amounts be rounded?',
            header: 'Rounding',
            options: [
              { label: 'Each line', description: 'What the customer sees adds up.' },
              { label: 'Once, at the end', description: 'The sum is as exact as it can be.' },
            ],
          },
          {
            question: 'Who should be told about it?',
            header: 'Readers',
            multiple: true,
            options: [{ label: 'Developers' }, { label: 'Accounting' }, { label: 'Customers' }],
          },
        ],
      },
    },
  ],
};

/** The person's answers, in the order of the questions. */
const answersIn = ({ text }: AnsweredCall): string[] =>
  [...text.matchAll(/^ {3}(.+)$/gm)].map(([, answer]) => answer ?? '');

function write(asked: AnsweredCall): ScriptedTurn {
  const [when = 'No answer.', readers = 'No answer.'] = answersIn(asked);
  return {
    text: `So: ${when}. I will write it down.`,
    calls: [
      {
        name: 'Write',
        input: { file_path: FILE, content: `# Rounding\n\n- When: ${when}\n- For: ${readers}\n` },
      },
    ],
  };
}

function next([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return ASK;
  if (now.failed) return graceful([now]) ?? unexpected(now, 'an answer');
  return now.name === 'AskUser'
    ? write(now)
    : { text: `Your decision is in \`${FILE}\`. It took two questions and no guessing.` };
}

/** Questions that only a person can answer. */
export const askThePerson: Scenario = {
  id: 'ask-the-person',
  title: 'The agent asks you',
  summary: 'Where only you can know, the agent asks: choose an answer, several, or say it in your own words.',
  prompt: 'Decide how we round, and write it down.',
  sample: 'cart',
  needs: ['AskUser', 'Write'],
  setup: { options: { mode: 'acceptEdits' } },
  next: (history) => next(lastSteps(history)),
};
