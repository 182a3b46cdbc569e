import { cx } from '../../../elements/cx';
import { useText } from '../../../messages/use-text';

const TONES: Readonly<Record<string, string>> = { error: 'text-bad', warn: 'text-wait', note: 'text-wait' };

/** A page's console output and uncaught errors, scrolled to the newest. Each line begins with its level. */
export function PageConsole({ lines }: { lines: readonly string[] }) {
  const text = useText('storeViews');
  if (lines.length === 0) return null;
  return (
    <pre
      aria-label={text('console')}
      tabIndex={0}
      className="flex max-h-32 shrink-0 flex-col-reverse overflow-auto border-t border-line px-3 py-1 text-2xs text-dim"
    >
      <code>
        {lines.map((line, index) => (
          // Lines have no id and are only appended.
          <span key={index} className={cx('block break-words whitespace-pre-wrap', TONES[line.split(':', 1)[0] ?? ''])}>
            {line}
          </span>
        ))}
      </code>
    </pre>
  );
}
