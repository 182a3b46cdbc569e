import { cx } from './cx';

/** A key, shown only to sighted users: what it does is named elsewhere. */
export function Kbd({ children, onAccent = false }: { children: string; onAccent?: boolean }) {
  return (
    <kbd
      aria-hidden
      className={cx(
        'rounded border px-1 text-2xs leading-4 font-normal whitespace-nowrap',
        onAccent ? 'border-on-accent/30 text-on-accent' : 'border-line text-faint',
      )}
    >
      {children}
    </kbd>
  );
}
