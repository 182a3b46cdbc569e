'use client';

import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx';

/** How far the row fades out at its ends, pixels: the active tab stands clear of that. */
const FADED = 28;

export interface TabItem {
  id: string;
  title: ReactNode;
  /** The name for screen readers, if the title is more than text. */
  name?: string;
}

/** A row of tabs; arrow keys move along it. It controls the panel with the id `<id>-panel`. */
export function TabStrip(props: {
  id: string;
  label: string;
  tabs: readonly TabItem[];
  active: string | null;
  onSelect: (id: string) => void;
  /** Shown at the right end. */
  children?: ReactNode;
  className?: string;
}) {
  const { id, label, tabs, active, onSelect, children, className } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: box } = list;
    if (!box) return;
    const showActive = (): void => {
      const tab = box.querySelector<HTMLElement>('[aria-selected="true"]');
      if (!tab) return;
      const { offsetLeft: left, offsetWidth: width } = tab;
      // Not `scrollIntoView`, which would scroll the page as well.
      box.scrollLeft = Math.min(left - FADED, Math.max(box.scrollLeft, left + width + FADED - box.clientWidth));
    };
    // A count that comes to a title moves the tabs as well; anything else leaves the row where a person has scrolled it.
    const observer = new ResizeObserver(showActive);
    for (const sized of [box, ...box.children]) observer.observe(sized);
    return () => observer.disconnect();
  }, [active, tabs.length]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex((tab) => tab.id === active);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };

  return (
    <div className={cx('@container flex h-8 shrink-0 items-stretch border-b border-line bg-panel pr-1.5', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="faded-ends relative flex min-w-0 overflow-x-auto pl-1.5 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            aria-label={tab.name}
            aria-selected={tab.id === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className={cx(
              'inline-flex items-center gap-1.5 px-2 whitespace-nowrap @2xl:px-2.5',
              tab.id === active ? 'text-text shadow-[inset_0_-2px_var(--accent)]' : 'text-dim hover:text-text',
            )}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <span className="flex-1" />
      {children}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
