'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useText } from '../messages/use-text';
import { cx } from './cx';

/** A dialog over the page. It loads together with its content. */
export function Dialog(props: {
  title: string;
  /** Hides the heading and the close button from view, but not from screen readers. */
  bare?: boolean;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}) {
  const { title, bare = false, onClose, className, children } = props;
  const text = useText('marks');
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-bg/60" />
        <Base.Popup
          ref={popup}
          initialFocus={() => firstFocus(popup.current)}
          className={cx(
            'fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[min(560px,calc(100vw-32px))] -translate-x-1/2 flex-col',
            'overflow-hidden rounded-xl border border-line-strong bg-panel text-text shadow-[var(--shadow)] outline-none',
            className,
          )}
        >
          <div
            data-dialog-head
            className={bare ? 'sr-only' : 'flex items-center justify-between border-b border-line py-2.5 pr-2.5 pl-4'}
          >
            <Base.Title className="text-md font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={text('close')}
              className="inline-flex size-7 items-center justify-center rounded-md text-dim hover:bg-hover hover:text-text"
            >
              <X aria-hidden size={16} />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const FOCUSABLE = 'input, select, textarea, button:not(:disabled), a[href], [tabindex="0"]';

/** The element that already asked for focus; otherwise the first focusable one in the dialog, except the close button. */
function firstFocus(popup: HTMLElement | null): HTMLElement | true {
  const asked = document.activeElement;
  if (asked instanceof HTMLElement && popup?.contains(asked) && !asked.closest('[data-dialog-head]')) return asked;
  const all = [...(popup?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  return all.find((element) => !element.closest('[data-dialog-head]')) ?? true;
}
