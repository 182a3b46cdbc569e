import type { Ref } from 'react';

/** The search field on the first line of a dialog. */
export function SearchField(props: {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const { label, placeholder = label, value, onSearch, autoFocus = false, ref } = props;
  return (
    <input
      ref={ref}
      autoFocus={autoFocus}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onSearch(target.value)}
      className="h-10 shrink-0 border-b border-line bg-transparent px-4 outline-none placeholder:text-faint focus-visible:border-accent"
    />
  );
}
