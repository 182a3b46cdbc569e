import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const NAME = 'release-notes';
const LOG = 'git log --oneline || echo "no history"';

const LIST: ScriptedTurn = { text: 'Does this project have a skill for that?', calls: [{ name: 'Skill', input: {} }] };

const BEGIN: ScriptedTurn = { text: 'It does. I will begin it.', calls: [{ name: 'Skill', input: { skill: NAME } }] };

const bash = (text: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'Bash', input: { command: LOG, description: 'Look at the history' } }],
});

const READ: ScriptedTurn = {
  text: 'Not now: the skill leaves Bash out, as the page shows. I will follow its steps, then.',
  calls: [{ name: 'Read', input: { file_path: 'CHANGES.md' } }],
};

const END: ScriptedTurn = {
  text: '**Notes**\n\n- Prices are now rounded once, at the end.\n- Books have the reduced rate.\n\nThat was the skill; I will end it.',
  calls: [{ name: 'Skill', input: { skill: NAME, done: true } }],
};

function next(all: readonly AnsweredCall[], [now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return LIST;
  const began = all.some(({ name, input }) => name === 'Skill' && input.skill === NAME && input.done !== true);
  const ended = all.some(({ name, input }) => name === 'Skill' && input.done === true);
  if (now.name === 'Bash' && began && !ended && now.error === 'TOOL_NOT_FOUND') return READ;
  if (now.failed && now.name !== 'Bash') return graceful([now]) ?? unexpected(now, 'a skill to follow');
  if (now.name === 'Bash') {
    return graceful([now]) ?? { text: `And now Bash can be used again:\n\n${fencedText(now.text)}` };
  }
  if (now.name === 'Read') return END;
  if (ended) return bash('All tools are back.');
  if (began) return bash('First a look at the history.');
  return now.text.includes(NAME) ? BEGIN : unexpected(now, `the skill ${NAME}`);
}

/** A project's skill says what to do, and with which tools. */
export const skillScenario: Scenario = {
  id: 'skill',
  title: 'A skill of the project',
  summary:
    'A SKILL.md says what to do and limits the tools meanwhile; a call of any other is refused until it is done.',
  prompt: 'Write the release notes.',
  sample: 'handbook',
  needs: ['Bash', 'Read', 'Skill'],
  next: (history) => next(steps(history), lastSteps(history)),
};
