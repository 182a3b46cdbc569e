'use client';

import type { Host, HostState } from '@/lib/host/state';
import type { Sandbox } from '@/lib/ports';
import { createContext, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue } from './catalogue';
import type { HostHandle } from './host-handle';
import type { Ui } from './ui';

/** Everything a pane may reach for. */
export interface Page {
  readonly hands: HostHandle;
  readonly ui: StoreApi<Ui>;
  readonly catalogue: Catalogue;
}

const Context = createContext<Page | null>(null);

export function PageProvider({ page, children }: { page: Page; children: ReactNode }) {
  return <Context value={page}>{children}</Context>;
}

export function usePage(): Page {
  const page = useContext(Context);
  if (!page) throw new Error('A pane stands outside its page.');
  return page;
}

/** Reads the host's state. Selectors must return what is in the state, not something new. */
export const useHostState = <T,>(selector: (state: HostState) => T): T => useStore(usePage().hands.store, selector);

export const useUi = <T,>(selector: (ui: Ui) => T): T => useStore(usePage().ui, selector);

/** Does something with the host, now or once it has loaded. */
export const useAct = (): ((action: (host: Host) => unknown) => void) => usePage().hands.act;

/** The running sandbox; undefined until it is ready. */
export function useSandbox(): Sandbox | undefined {
  const { hands } = usePage();
  return useHostState((state) => (state.sandbox.phase === 'ready' ? hands.host()?.sandbox : undefined));
}
