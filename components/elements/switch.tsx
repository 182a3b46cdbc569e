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
      className={cx(
        'relative h-[15px] w-[26px] shrink-0 rounded-full border transition-colors disabled:opacity-50',
        on ? 'border-accent bg-accent' : 'border-line-strong bg-bg',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'absolute top-[2px] size-[9px] rounded-full transition-[left]',
          on ? 'left-[13px] bg-on-accent' : 'left-[2px] bg-faint',
        )}
      />
    </button>
  );
}
