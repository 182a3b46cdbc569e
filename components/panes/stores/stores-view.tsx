'use client';

import { lazy, Suspense } from 'react';
import { cx } from '../../elements/cx';
import { ErrorBoundary } from '../../elements/error-boundary';
import { Loading, PaneTitle } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState, useUi } from '../../state/page-context';
import { useObserved } from '../../state/use-observed';
import { STORE_PANES, type StorePane } from './registry';

const PANES = STORE_PANES.map((pane) => ({ ...pane, View: lazy(pane.load) }));

/** The list of stores on one side; the content of the chosen one on the other. */
export default function StoresView() {
  const text = useText('stores');
  const title = useText('panes')('Stores');
  const chosen = useUi((ui) => ui.store);
  const store = PANES.find(({ id }) => id === chosen) ?? PANES[0];
  if (!store) return null;
  return (
    <div className="list-beside">
      <nav
        aria-label={title}
        className="flex w-[172px] shrink-0 flex-col overflow-y-auto border-r border-line pb-2 @max-[559px]/details:flex-row @max-[559px]/details:flex-wrap @max-[559px]/details:py-1"
      >
        <div className="@max-[559px]/details:hidden">
          <PaneTitle>{title}</PaneTitle>
        </div>
        {PANES.map((pane) => (
          <Entry key={pane.id} pane={pane} chosen={pane.id === store.id} />
        ))}
      </nav>
      <section aria-label={text(store.id)} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ErrorBoundary key={store.id} what={text(store.id)}>
          <Suspense fallback={<Loading />}>
            <store.View />
          </Suspense>
        </ErrorBoundary>
      </section>
    </div>
  );
}

function Entry({ pane, chosen }: { pane: StorePane; chosen: boolean }) {
  const text = useText('stores');
  const showStore = useUi((ui) => ui.showStore);
  const ports = useClientState((state) => state.ports);
  const count = useObserved(pane.entries?.(ports))?.length ?? 0;
  return (
    <button
      type="button"
      aria-current={chosen}
      data-pane-focus={chosen || undefined}
      onClick={() => showStore(pane.id)}
      className={cx(
        'flex h-7 shrink-0 items-center justify-between gap-2 px-3 text-left hover:bg-hover',
        chosen ? 'bg-raised shadow-[inset_2px_0_var(--accent)]' : 'text-dim',
      )}
    >
      <span className="truncate">{text(pane.id)}</span>
      {count > 0 && <span className="text-2xs text-faint tabular-nums">{count}</span>}
    </button>
  );
}
