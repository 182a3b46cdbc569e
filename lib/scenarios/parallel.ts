import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const LIST = 'notes/exports.md';
const LINE = 'taxRate, discountOf, parcelPrice';

const ALL: ScriptedTurn = {
  text: 'Five calls in one turn. Three reads that do not depend on each other, then a write, then a read of what was written.',
  calls: [
    ...['tax', 'discount', 'shipping'].map((name) => ({ name: 'Read', input: { file_path: `src/${name}.ts` } })),
    { name: 'Write', input: { file_path: LIST, content: `${LINE}\n` } },
    { name: 'Read', input: { file_path: LIST } },
  ],
};

/** Error codes for a missing file, in the presets' spellings. */
const MISSING: ReadonlySet<string> = new Set(['NOT_FOUND', 'READ_ERROR']);

const READ_TOO_EARLY: ScriptedTurn = {
  text: [
    'The timeline shows how they ran: these tools do not keep to the order of the calls.',
    '',
    '- the last read did **not wait** for the write before it, so it found no file;',
    '- the write was made all the same, and its file is there now.',
    '',
    'Calls that depend on each other have to be made in two turns here.',
  ].join('\n'),
};

function next(now: readonly AnsweredCall[]): ScriptedTurn {
  if (now.length === 0) return ALL;
  const early = now.at(-1);
  if (early?.failed && early.error !== undefined && MISSING.has(early.error)) return READ_TOO_EARLY;
  const failed = now.find((step) => step.failed);
  if (failed) return graceful([failed]) ?? unexpected(failed, 'five results');
  const last = now.at(-1);
  if (!last?.text.includes(LINE)) return unexpected(last, 'the last read to see what was written');
  return {
    text: [
      'The timeline shows how they ran:',
      '',
      '- the three reads **together**, as none of them changes anything,',
      '- the write **alone**, after all of them: it is a barrier,',
      '- the last read **after** it, so it saw the new file.',
      '',
      'Their results came back in the order in which I made the calls, whichever finished first.',
    ].join('\n'),
  };
}

/** Adjacent reads run together; any other call is a barrier. */
export const parallel: Scenario = {
  id: 'parallel',
  title: 'Reads together, a write alone',
  summary:
    'Five calls in one turn: three reads run side by side, the write waits for them, the last read for the write.',
  prompt: 'Note what the three modules export, in one turn.',
  sample: 'cart',
  needs: ['Read', 'Write', 'Write.new folders'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(lastSteps(history)),
};
