'use client';

import type { Client, ClientState } from '@/lib/client/state';
import type { Sandbox } from '@/lib/ports';
import { createContext, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue } from './catalogue';
import type { ClientHandle } from './client-handle';
import type { Ui } from './ui';

/** Everything that a pane may use. */
export interface Page {
  readonly client: ClientHandle;
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

/** Reads the client's state. Selectors must return a part of the state, not a new object. */
export const useClientState = <T,>(selector: (state: ClientState) => T): T =>
  useStore(usePage().client.store, selector);

export const useUi = <T,>(selector: (ui: Ui) => T): T => useStore(usePage().ui, selector);

/** Runs an action with the client, now or once it has loaded. */
export const useAct = (): ((action: (client: Client) => unknown) => void) => usePage().client.act;

/** The running sandbox; undefined until it is ready. */
export function useSandbox(): Sandbox | undefined {
  const { client } = usePage();
  return useClientState((state) => (state.sandbox.phase === 'ready' ? client.loaded()?.sandbox : undefined));
}
