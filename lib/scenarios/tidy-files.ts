import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const LOOK: ScriptedTurn = {
  text: 'First, what is there, and the files I am going to change.',
  calls: [
    { name: 'Ls', input: { path: 'src' } },
    { name: 'Read', input: { file_path: 'src/format.ts' } },
    { name: 'Read', input: { file_path: 'src/cart.ts' } },
    { name: 'Read', input: { file_path: 'test/money.test.ts' } },
    { name: 'Read', input: { file_path: 'README.md' } },
  ],
};

const MOVE: ScriptedTurn = {
  text: 'The formatting gets a folder of its own. Its imports are then one folder further up, in two places.',
  calls: [
    { name: 'Move', input: { source_path: 'src/format.ts', destination_path: 'src/text/format.ts' } },
    {
      name: 'MultiEdit',
      input: {
        file_path: 'src/text/format.ts',
        edits: [
          { old_string: "'./cart.ts'", new_string: "'../cart.ts'" },
          { old_string: "'./types.ts'", new_string: "'../types.ts'" },
        ],
      },
    },
    {
      name: 'Edit',
      input: { file_path: 'test/money.test.ts', old_string: '../src/format.ts', new_string: '../src/text/format.ts' },
    },
  ],
};

const REMOVE: ScriptedTurn = {
  text: 'The vouchers go: where they are used, their file, and their line in the README.',
  calls: [
    {
      name: 'MultiEdit',
      input: {
        file_path: 'src/cart.ts',
        edits: [
          { old_string: "import { discountOf } from './discount.ts';\n", new_string: '' },
          { old_string: ' The voucher does not cover shipping.', new_string: '' },
          {
            old_string:
              '  const items = itemsTotal(cart);\n  return items - discountOf(items, cart.voucher) + shippingTotal(cart);',
            new_string: '  return itemsTotal(cart) + shippingTotal(cart);',
          },
        ],
      },
    },
    { name: 'Delete', input: { path: 'src/discount.ts' } },
    { name: 'DeleteRange', input: { file_path: 'README.md', start_line: 11, end_line: 11 } },
  ],
};

const CHECK: ScriptedTurn = {
  text: 'Now to see whether every import still resolves.',
  calls: [
    { name: 'Ls', input: { path: 'src' } },
    { name: 'Bash', input: { command: 'node --test test/money.test.ts', description: 'Run the tests of the amounts' } },
  ],
};

function next(now: readonly AnsweredCall[]): ScriptedTurn {
  const failed = now.find((step) => step.failed);
  if (failed) return graceful(now) ?? unexpected(failed, 'every change to go through');
  const made = new Set(now.map(({ name }) => name));
  if (made.has('Bash')) {
    return {
      text: 'The tests are green. One file moved, one is gone, three are changed. Press "5 changed" above the files to see each.',
    };
  }
  if (made.has('Delete')) return CHECK;
  if (made.has('Move')) return REMOVE;
  return made.has('Ls') ? MOVE : LOOK;
}

/** All tools that change files, each shown by its change. */
export const tidyFiles: Scenario = {
  id: 'tidy-files',
  title: 'Tidy up the files',
  summary:
    'Ls, Move, MultiEdit, Delete and DeleteRange: several edits that are made together or not at all, and a diff for each change.',
  prompt: 'Give the formatting a folder of its own and take the vouchers out.',
  sample: 'cart',
  needs: ['Bash', 'Delete', 'DeleteRange', 'Edit', 'Ls', 'Move', 'MultiEdit', 'Read'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(lastSteps(history)),
};
