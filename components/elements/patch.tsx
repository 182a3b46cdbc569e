import { useText } from '../messages/use-text';
import { cx } from './cx';

/** A unified diff as text; each line has its sign and a tint. What is too long for its line goes on below it. */
export function Patch({ patch, className }: { patch: string; className?: string }) {
  const lines = patch
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(---|\+\+\+|Index:|={3,}|\\ No newline)/.test(line));
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={useText('marks')('change')}
      className={cx('overflow-auto rounded-md border border-line bg-bg py-1 text-xs leading-[1.6]', className)}
    >
      {lines.map((line, index) => (
        <span
          key={index}
          className={cx(
            'block pr-2 pl-[calc(8px+2ch)] -indent-[2ch] wrap-anywhere whitespace-pre-wrap',
            TINTS[line[0] ?? ''],
          )}
        >
          {line || ' '}
        </span>
      ))}
    </pre>
  );
}

const TINTS: Readonly<Record<string, string>> = {
  '+': 'bg-ok-soft text-ok',
  '-': 'bg-bad-soft text-bad',
  '@': 'text-faint',
};
