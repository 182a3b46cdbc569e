import { useRef, useState } from 'react';
import type { PageDriver } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { useAct } from '../../../state/page-context';

/** Milliseconds that a page may take to open. */
const OPEN_MS = 30_000;

/** Opening pages by hand: one at a time, and the last one asked for counts. */
export function useOpening(browser: PageDriver | undefined) {
  const act = useAct();
  const last = useRef<AbortController>(undefined);
  /** What is on its way. */
  const [address, setAddress] = useState<string>();
  const [issue, setIssue] = useState<string>();
  /** How many have opened. */
  const [opened, setOpened] = useState(0);

  const open = (wanted: string) =>
    act(async () => {
      last.current?.abort();
      const own = new AbortController();
      last.current = own;
      setAddress(wanted);
      setIssue(undefined);
      try {
        await browser?.open(wanted, AbortSignal.any([own.signal, AbortSignal.timeout(OPEN_MS)]));
        setOpened((count) => count + 1);
      } catch (error) {
        if (!own.signal.aborted) setIssue(messageOf(error));
      }
      if (!own.signal.aborted) setAddress(undefined);
    });
  return { open, address, issue, opened };
}
