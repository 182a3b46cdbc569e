import type { ComponentProps } from 'react';
import { cx } from './cx';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: 'border-accent bg-accent text-on-accent font-semibold hover:brightness-110 focus-visible:outline-text',
  plain: 'border-line bg-panel text-text hover:bg-hover hover:border-line-strong',
  quiet: 'border-transparent text-dim hover:bg-hover hover:text-text',
  danger: 'border-line bg-panel text-bad hover:bg-bad-soft hover:border-bad',
};

const SHAPE = 'inline-flex shrink-0 items-center gap-1.5 rounded-md border whitespace-nowrap [&>svg]:shrink-0';

const SIZES = {
  small: 'h-6 px-2 text-xs',
  medium: 'h-7 px-2.5',
  large: 'h-8 px-2.5 text-md',
} as const;

type Size = keyof typeof SIZES;

/** A button. Everything that looks like a button is one, or leads to another page. */
export function Button({
  look = 'plain',
  size = 'medium',
  className,
  ...props
}: ComponentProps<'button'> & { look?: ButtonLook; size?: Size }) {
  return (
    <button
      type="button"
      {...props}
      className={cx(
        SHAPE,
        SIZES[size],
        // A phone has no keyboard.
        'max-sm:[&>kbd]:hidden disabled:pointer-events-none disabled:opacity-50',
        LOOKS[look],
        className,
      )}
    />
  );
}

/** A link that looks like a button. */
export const ButtonLink = ({
  size = 'medium',
  className,
  children,
  ...props
}: ComponentProps<'a'> & { size?: Size }) => (
  <a {...props} className={cx(SHAPE, SIZES[size], LOOKS.plain, className)}>
    {children}
  </a>
);

/** A square that holds only an icon. */
const ICON =
  'inline-flex size-6 shrink-0 items-center justify-center rounded-md text-dim hover:bg-hover hover:text-text';

/** A square button that holds only an icon; the label is its accessible name. */
export function IconButton({ label, className, ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={cx(ICON, 'disabled:pointer-events-none disabled:opacity-50', className)}
    />
  );
}

/** A link that looks like an icon button. */
export const IconLink = ({ label, ...props }: ComponentProps<'a'> & { label: string }) => (
  <a {...props} aria-label={label} title={label} className={ICON} />
);
