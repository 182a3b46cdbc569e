import type { PageStorage } from '../settings/settings';
import { draftOf } from './workspace';

/** Milliseconds to wait for a page that is being left: this tab's own, which had the draft before, or another tab's. */
const OWN_LEAVING_MS = 5_000;
const LEAVING_MS = 500;

/** Work in a scenario's project before there is a thread: each open tab has its own draft. */
interface Drafts {
  /** The name of this tab's draft; after a reload, the same one as before. */
  claim(scenario: string): Promise<string>;
}

/** A tab holds the Web Locks of its drafts until the signal aborts. */
export function createDrafts(locks: LockManager | undefined, { session }: PageStorage, signal: AbortSignal): Drafts {
  const claims = new Map<string, Promise<string>>();

  /** Acquires the lock of a draft; returns whether it succeeded. */
  const hold = (draft: string, options: LockOptions): Promise<boolean> =>
    new Promise((resolve) => {
      const held = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock && new Promise<void>((release) => signal.addEventListener('abort', () => release()));
      };
      locks?.request(`toolyard-${draft}`, options, held).catch(() => resolve(false));
    });

  const free = async (scenario: string): Promise<number> => {
    const own = session?.getItem(keyOf(scenario));
    const before = Number(own ?? 1);
    const limit = AbortSignal.any([AbortSignal.timeout(own == null ? LEAVING_MS : OWN_LEAVING_MS), signal]);
    if (!locks || (await hold(draftOf(scenario, before), { signal: limit }))) return before;
    for (let tab = 1; !signal.aborted; tab += 1) {
      if (await hold(draftOf(scenario, tab), { ifAvailable: true })) return tab;
    }
    return before;
  };

  const claim = async (scenario: string): Promise<string> => {
    const tab = await free(scenario);
    try {
      session?.setItem(keyOf(scenario), String(tab));
    } catch {
      // Storage is full: after a reload, the tab may get another draft.
    }
    return draftOf(scenario, tab);
  };

  return {
    claim(scenario) {
      const claimed = claims.get(scenario) ?? claim(scenario);
      claims.set(scenario, claimed);
      return claimed;
    },
  };
}

const keyOf = (scenario: string): string => `toolyard.draft.${scenario}`;
