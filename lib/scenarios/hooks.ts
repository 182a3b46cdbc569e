import { graceful, isRefused, fencedText, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const INSTALL = 'npm install left-pad';
const NATIVE = `node -e "console.log('7'.padStart(3, '0'))"`;

const bash = (text: string, command: string, description: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'Bash', input: { command, description } }],
});

function next([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return bash('There is a package for that.', INSTALL, 'Install left-pad');
  if (now.input.command !== INSTALL) {
    if (now.failed) return graceful([now]) ?? unexpected(now, 'node to pad a number');
    return {
      text: 'Padded with what Node provides, without a package. The hook said no, and said what to do instead.',
    };
  }
  if (isRefused(now)) {
    return bash(
      `A hook said no:\n\n${fencedText(now.text)}\n\nWithout a package, then.`,
      NATIVE,
      'Pad with what Node provides',
    );
  }
  if (now.error === 'ABORTED') return graceful([now]) ?? unexpected(now, 'a result');
  return {
    text: 'No hook stood in the way. Write one for PreToolUse that blocks `npm install` in Bash, and run me again.',
  };
}

/** A person's hook blocks a call, and the agent reads why. */
export const hooksScenario: Scenario = {
  id: 'hooks',
  title: 'A hook says no',
  summary:
    'A hook of a few lines looks at every Bash call and blocks one; the agent reads its reason and finds another way.',
  prompt: 'Pad the number 7 with zeros to three digits.',
  sample: 'cart',
  needs: ['Bash'],
  setup: {
    options: { mode: 'bypassPermissions' },
    hooks: [
      {
        id: 'scenario:no-installs',
        name: 'No new packages',
        event: 'PreToolUse',
        matcher: 'Bash',
        source: [
          'if (/\\bnpm\\s+(install|i|add)\\b/.test(event.input.command)) {',
          "  return { block: true, reason: 'This project takes no new packages. Use what Node brings, such as padStart.' };",
          '}',
        ].join('\n'),
        enabled: true,
      },
    ],
  },
  next: (history) => next(lastSteps(history)),
};
