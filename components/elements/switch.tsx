import { cx } from './cx';

/** On or off, toggled by a click or by Space. */
export function Switch(props: {
  label: string;
  on: boolean;
  onSwitch: (on: boolean) => void;
  title?: string;
  disabled?: boolean;
}) {
  const { label, on, onSwitch, title, disabled } = props;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      title={title}
      disabled={disabled}
      onClick={() => onSwitch(!on)}
      // Larger than it looks, for fingers.
      className="-mx-[3px] -my-1 flex h-6 w-8 shrink-0 items-center justify-center rounded-full disabled:opacity-50"
    >
      <span
        aria-hidden
        className={cx(
          'relative h-[15px] w-[26px] rounded-full border transition-colors',
          on ? 'border-accent bg-accent' : 'border-line-strong bg-bg',
        )}
      >
        <span
          className={cx(
            'absolute top-[2px] size-[9px] rounded-full transition-[left]',
            on ? 'left-[13px] bg-on-accent' : 'left-[2px] bg-faint',
          )}
        />
      </span>
    </button>
  );
}
