import type { Hook } from '@/lib/protocol';
import { createStore } from 'zustand/vanilla';

/** Hooks with unsaved changes, by id. They outlive the pane but not the page. */
export const drafts = createStore<Readonly<Record<string, Hook>>>(() => ({}));

export const keepDraft = (hook: Hook): void => drafts.setState({ [hook.id]: hook });

export const dropDraft = (id: string): void =>
  drafts.setState((all) => Object.fromEntries(Object.entries(all).filter(([other]) => other !== id)), true);
