import { bench } from 'vitest';
import { figure } from '@/e2e/bench/figure';
import { fixCall } from './fix';
import { editMessages } from './testing/edit-recovery';
import { KINDS_OF_EDITS, measureRecovery, messages, type Recovery } from './testing/recovery';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const tell = (what: string, { title, slips, recovered, turns, unnoticed }: Recovery): void =>
  figure(
    `careless model, ${what}: ${title}`,
    percent(recovered),
    `${turns.toFixed(2)} turns, ${percent(unnoticed)} unnoticed, ${slips} slips`,
  );

for (const from of messages()) tell('calls', await measureRecovery(from, 1));
for (const from of await editMessages()) {
  // A preset may have no tool that replaces text.
  if (from.calls.length > 0) tell('edits', await measureRecovery(from, 1, KINDS_OF_EDITS));
}

bench('a careless model reads a message', () => {
  fixCall({ name: 'Read', args: '{}' }, { name: 'Read', input: { file_path: 'a' } }, 'Add `file_path`.');
});
