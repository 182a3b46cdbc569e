import type { ReactNode } from 'react';
import { useText } from '../messages/use-text';
import type { PaneName } from '../state/focus-pane';
import { cx } from './cx';

/** A labelled region that keys and links can move the focus to. */
export function Pane({ name, className, children }: { name: PaneName; className?: string; children: ReactNode }) {
  const text = useText('panes');
  return (
    <section
      aria-label={text(name)}
      data-pane={name}
      tabIndex={-1}
      className={cx('relative flex min-h-0 min-w-0 flex-col outline-none', RING, className)}
    >
      {children}
    </section>
  );
}

/** The focus ring, drawn above the pane's content: an editor would cover an outline. */
const RING =
  'focus-visible:after:pointer-events-none focus-visible:after:absolute focus-visible:after:inset-0 focus-visible:after:z-10 focus-visible:after:border-2 focus-visible:after:border-accent';

/** The small heading of a pane, with optional content at its end. */
export function PaneTitle({ children, end }: { children: string; end?: ReactNode }) {
  return (
    <div className="flex h-8 shrink-0 items-center justify-between gap-2 px-3 text-2xs text-faint">
      <PaneHeading>{children}</PaneHeading>
      {end}
    </div>
  );
}

export const PaneHeading = ({ children }: { children: string }) => (
  <h2 title={children} className="min-w-0 truncate text-2xs font-semibold tracking-[0.04em] text-faint uppercase">
    {children}
  </h2>
);

/** What a pane says when it has nothing to show. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <div className="m-auto max-w-[46ch] p-4 text-center text-dim max-sm:mt-[12dvh]">{children}</div>;
}

/** Shown in a pane while its code loads. */
export const Loading = ({ className = 'm-auto text-dim' }: { className?: string }) => (
  <p role="status" className={cx('late', className)}>
    {useText('elements')('loading')}
  </p>
);

/** Shown in place of a card while its code loads. */
export const LoadingCard = () => <Loading className="p-3 text-center text-dim" />;

/** Shown above the page while the code of a dialog loads. */
export const LoadingAbove = () => (
  <Loading className="fixed top-[14vh] left-1/2 z-50 -translate-x-1/2 rounded-md border border-line-strong bg-raised px-3 py-1.5 text-dim shadow-[var(--shadow)]" />
);
