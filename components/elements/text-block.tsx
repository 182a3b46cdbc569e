import { cx } from './cx';

/** Text from a machine, in a box that scrolls. Long lines wrap, so nothing is cut off at the edge. */
export function TextBlock({ label, tall = false, children }: { label: string; tall?: boolean; children: string }) {
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className={cx(
        'overflow-auto rounded border border-line bg-bg px-2 py-1 text-xs leading-[1.5] break-words whitespace-pre-wrap',
        tall ? 'max-h-48' : 'max-h-40',
      )}
    >
      {children}
    </pre>
  );
}
