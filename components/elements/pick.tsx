import { memo, useId } from 'react';
import { cx } from './cx';
import { groupBy } from '@/lib/protocol/group-by';

export interface PickOption<T extends string> {
  id: T;
  title: string;
  /** Options of one group are listed together under its name. */
  group?: string;
}

/** A choice among a few: a native select, because it is light and works with every keyboard and screen reader. */
export function Pick<T extends string>(props: {
  label: string;
  value: T;
  options: readonly PickOption<T>[];
  onPick: (value: T) => void;
  /** Shows the label before the value. */
  showLabel?: boolean;
  title?: string;
  disabled?: boolean;
  className?: string;
}) {
  const id = useId();
  const { label, value, options, onPick, showLabel = false, title, disabled, className } = props;
  return (
    <span className={cx('pick', className)} title={title}>
      {showLabel && (
        <label htmlFor={id} className="pl-2.5 text-dim max-[899px]:sr-only">
          {label}
        </label>
      )}
      <select
        id={id}
        aria-label={showLabel ? undefined : label}
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const option = options.find(({ id: known }) => known === target.value);
          if (option) onPick(option.id);
        }}
      >
        <Options options={options} />
      </select>
    </span>
  );
}

/** Drawn anew only for another list, which may be of a thousand. */
const Options = memo(function Options({ options }: { options: readonly PickOption<string>[] }) {
  return [...groupBy(options, ({ group }) => group)].map(([group, own]) => {
    const items = own.map((option) => (
      <option key={option.id} value={option.id}>
        {option.title}
      </option>
    ));
    return group === undefined ? (
      items
    ) : (
      <optgroup key={group} label={group}>
        {items}
      </optgroup>
    );
  });
});
