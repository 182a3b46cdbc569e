import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const INPUT = { file_path: 'src/tax.ts' };

function next([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return { text: 'I will read the file.', calls: [{ name: 'Raed', input: INPUT }] };
  if (now.error === 'TOOL_NOT_FOUND') {
    return {
      text: `My mistake:\n\n${fencedText(now.text)}\n\nAgain, with the right name.`,
      calls: [{ name: 'Read', input: INPUT }],
    };
  }
  if (now.failed) return graceful([now]) ?? unexpected(now, 'to read the file');
  return { text: 'Done, with one detour: an unknown name costs a turn, and the suggested names settle it.' };
}

/** A call of a misspelt tool. */
export const unknownTool: Scenario = {
  id: 'unknown-tool',
  title: 'A tool that does not exist',
  summary: 'The agent misspells a tool, is told the nearest names, and gets it right.',
  prompt: 'Read the tax table.',
  sample: 'cart',
  needs: ['Read'],
  next: (history) => next(lastSteps(history)),
};
