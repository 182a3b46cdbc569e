import { bench } from 'vitest';
import { figure } from '@/e2e/bench/figure';
import { mend } from './mend';
import { measureRecovery, messages } from './testing/recovery';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

for (const from of messages()) {
  const { title, slips, recovered, turns, unnoticed } = await measureRecovery(from, 1);
  figure(
    `careless model: ${title}`,
    percent(recovered),
    `${turns.toFixed(2)} turns, ${percent(unnoticed)} unnoticed, ${slips} slips`,
  );
}

bench('a careless model reads a message', () => {
  mend({ name: 'Read', args: '{}' }, { name: 'Read', input: { file_path: 'a' } }, 'Add `file_path`.');
});
