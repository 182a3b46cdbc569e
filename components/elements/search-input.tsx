import { useRef, type ComponentProps } from 'react';

/** A search field of a pane. Escape empties it, and leads back from an empty one to where the focus was. */
export function SearchInput({ onKeyDown, ...props }: Omit<ComponentProps<'input'>, 'type' | 'onFocus'>) {
  const from = useRef<EventTarget>(null);
  return (
    <input
      {...props}
      type="search"
      onFocus={({ relatedTarget }) => (from.current = relatedTarget)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const { currentTarget: field, key, nativeEvent } = event;
        if (key !== 'Escape' || nativeEvent.isComposing || field.value !== '') return;
        event.preventDefault();
        field.blur();
        if (from.current instanceof HTMLElement) from.current.focus();
      }}
    />
  );
}
