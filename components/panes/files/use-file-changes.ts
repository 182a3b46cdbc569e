'use client';

import type { Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { createSerialQueue } from '@/lib/protocol/serial-queue';
import { useState } from 'react';
import type { Notice } from '../../elements/notice-line';
import { useText } from '../../messages/use-text';
import { usePage } from '../../state/page-context';
import { inRow } from '../../messages/locale';

/**
 * Changes files for a person, reports the result, and offers to undo it. One change after the other, so that each undo takes
 * back one change, and the notice is about the last one.
 */
export interface FileChanger {
  /** The last change made to the files by hand. */
  readonly notice: Notice | undefined;
  /** Resolves when the changes begun so far are done. */
  settled(): Promise<unknown>;
  /** `words` is the notice on success. Never rejects; resolves to false on failure. */
  change(words: string, work: (sandbox: Sandbox) => Promise<void>): Promise<boolean>;
  /** Shows that something is going on; the returned function removes the notice unless it has been replaced. */
  begin(): () => void;
  /** Shows a notice without changing anything. */
  say(notice: Notice | undefined): void;
}

export function useFileChanges(): FileChanger {
  const { client } = usePage();
  const text = useText('project');
  const [notice, say] = useState<Notice>();
  const [inOrder] = useState(createSerialQueue);
  const begin = (): (() => void) => {
    const working = { words: text('working') };
    say(working);
    return () => say((said) => (said === working ? undefined : said));
  };
  const changeNow = async (words: string, work: (sandbox: Sandbox) => Promise<void>): Promise<boolean> => {
    const loaded = client.loaded();
    const sandbox = loaded?.sandbox;
    if (!loaded || !sandbox) return false;
    begin();
    let failure: string | undefined;
    try {
      const changes = await loaded.rememberFiles();
      await work(sandbox).catch((error: unknown) => (failure = messageOf(error)));
      const { undo } = await changes();
      const takeBack = async (): Promise<void> => {
        const end = begin();
        const kept = await undo();
        if (kept.length === 0) end();
        else say({ words: text('undoKept', { paths: inRow(kept) }), failed: true });
      };
      say({
        words: failure ?? words,
        failed: failure !== undefined,
        undo: () => void inOrder(takeBack).catch((error: unknown) => say({ words: messageOf(error), failed: true })),
      });
    } catch (error) {
      failure = messageOf(error);
      say({ words: failure, failed: true });
    }
    return failure === undefined;
  };
  return {
    notice,
    settled: () => inOrder(async () => undefined),
    change: (words, work) => inOrder(() => changeNow(words, work)),
    begin,
    say,
  };
}
