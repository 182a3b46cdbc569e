'use client';

import type { Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { useState } from 'react';
import { useText } from '../../messages/use-text';
import { usePage } from '../../state/page-context';

/** What was last done to the files by hand. */
export interface FileNotice {
  readonly words: string;
  readonly failed?: boolean;
  readonly undo?: () => void;
}

/** Changes files for a person, says what was done, and offers the way back. */
export interface FileChanger {
  readonly notice: FileNotice | undefined;
  /** `words` is what it says when it is done. Never rejects; false where it failed. */
  change(words: string, work: (sandbox: Sandbox) => Promise<void>): Promise<boolean>;
  /** Says that something is going on; what it answers takes that back, unless something else has been said since. */
  begin(): () => void;
  /** Says something without changing anything. */
  say(notice: FileNotice | undefined): void;
}

export function useFileChanges(): FileChanger {
  const { client } = usePage();
  const text = useText('files');
  const [notice, say] = useState<FileNotice>();
  const begin = (): (() => void) => {
    const working = { words: text('working') };
    say(working);
    return () => say((said) => (said === working ? undefined : said));
  };
  const change = async (words: string, work: (sandbox: Sandbox) => Promise<void>): Promise<boolean> => {
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
        else say({ words: text('undoKept', { paths: kept.join(', ') }), failed: true });
      };
      say({
        words: failure ?? words,
        failed: failure !== undefined,
        undo: () => void takeBack().catch((error: unknown) => say({ words: messageOf(error), failed: true })),
      });
    } catch (error) {
      failure = messageOf(error);
      say({ words: failure, failed: true });
    }
    return failure === undefined;
  };
  return { notice, change, begin, say };
}
