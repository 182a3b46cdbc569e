'use client';

import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useAct } from '../../state/page-context';
import type { WorkbenchState } from './keeper';
import { createWorkbench, type Workbench } from './workbench';

const Context = createContext<Workbench | null>(null);

/** The packs of this browser, and the one that is worked on. What was typed is kept when the page goes away. */
export function WorkbenchProvider({ children }: { children: ReactNode }) {
  const act = useAct();
  const [workbench] = useState(() =>
    createWorkbench(() => new Promise((resolve) => act((client) => resolve(client.packs)))),
  );
  useEffect(() => {
    void workbench.load();
    const keep = (): void => {
      if (workbench.store.getState().keeping === 'typing') void workbench.save();
    };
    document.addEventListener('visibilitychange', keep);
    addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [workbench]);
  return <Context value={workbench}>{children}</Context>;
}

export function useWorkbench(): Workbench {
  const workbench = use(Context);
  if (!workbench) throw new Error('A part of the workshop stands outside it.');
  return workbench;
}

/** Reads the state. Selectors must return what is in it, not something new. */
export const useBench = <T,>(selector: (state: WorkbenchState) => T): T => useStore(useWorkbench().store, selector);
