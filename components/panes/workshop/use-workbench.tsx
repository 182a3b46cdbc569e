'use client';

import { chineseMessages, createPackLanguage, type PackLanguage } from '@/lib/client/code/pack-language';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useLocale } from '../../messages/use-text';
import { useAct } from '../../state/page-context';
import type { OwnPacks } from '@/lib/client/own-packs';
import { askedPack } from '../pack-address';
import type { WorkbenchState } from './workbench-state';
import { createWorkbench, type Workbench } from './workbench';

const Context = createContext<{ readonly workbench: Workbench; readonly language: PackLanguage } | null>(null);

/** Provides this browser's packs and the open one. What was typed is saved when the page is left or its language changes. */
export function WorkbenchProvider({ children }: { children: ReactNode }) {
  const locale = useLocale();
  return (
    <Bench key={locale} chinese={locale === 'zh'}>
      {children}
    </Bench>
  );
}

function Bench({ chinese, children }: { chinese: boolean; children: ReactNode }) {
  const act = useAct();
  const [bench] = useState(() => {
    const language = createPackLanguage(chinese ? { messages: chineseMessages } : {});
    const packs = () => new Promise<OwnPacks>((resolve) => act((client) => resolve(client.packs)));
    return { workbench: createWorkbench(packs, language), language };
  });
  const { workbench, language } = bench;
  useEffect(() => {
    let left = false;
    let unfollow = (): void => undefined;
    void workbench.load(askedPack().pack);
    void workbench.follow().then((end) => {
      if (left) end();
      else unfollow = end;
    });
    const keep = (): void => void workbench.settle();
    document.addEventListener('visibilitychange', keep);
    addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      removeEventListener('pagehide', keep);
      keep();
      left = true;
      unfollow();
      language.dispose();
    };
  }, [workbench, language]);
  return <Context value={bench}>{children}</Context>;
}

function useContext() {
  const bench = use(Context);
  if (!bench) throw new Error('A part of the workshop stands outside it.');
  return bench;
}

export const useWorkbench = (): Workbench => useContext().workbench;

/** TypeScript's language service over the pack's files as they are typed. */
export const usePackLanguage = (): PackLanguage => useContext().language;

/** Reads the state. Selectors must return a part of it, not a new object. */
export const useBench = <T,>(selector: (state: WorkbenchState) => T): T => useStore(useWorkbench().store, selector);
