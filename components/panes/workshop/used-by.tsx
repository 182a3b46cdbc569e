'use client';

import { timeOf } from '../../elements/format';
import { useLocale } from '../../messages/use-text';
import { writeLink } from '../../state/deep-link';
import { readThreadList } from '../../state/thread-list';
import { useRecentCalls } from '../tools/use-recent-calls';
import { useState } from 'react';

/** The threads of this browser that called a tool, each with the version of it that ran there last. */
export function UsedBy({ tool, savedAt }: { tool: string; savedAt: number | undefined }) {
  const calls = useRecentCalls(tool);
  const locale = useLocale();
  const [known] = useState(() => new Map(readThreadList(localStorage).map(({ id, title }) => [id, title])));
  const last = new Map(calls.toReversed().flatMap((call) => (call.threadId ? [[call.threadId, call]] : [])));
  return (
    <section aria-label="Used by" className="grid gap-1.5">
      <h2 className="text-xs font-semibold">Used by</h2>
      {savedAt !== undefined && <p className="text-xs text-dim">This is the version of {timeOf(savedAt, locale)}.</p>}
      {last.size === 0 && <p className="text-xs text-dim">No thread of this browser has called it yet.</p>}
      <ul className="grid gap-1">
        {[...last].toReversed().map(([threadId, call]) => (
          <li key={threadId} className="flex flex-wrap gap-x-2 text-xs">
            <a href={`/${writeLink({ thread: threadId })}`} className="max-w-full truncate text-accent underline">
              {known.get(threadId) ?? `Thread ${threadId.slice(0, 8)}`}
            </a>
            <span className="text-dim">
              {call.savedAt === savedAt
                ? 'this version'
                : call.savedAt === undefined
                  ? 'a version from before'
                  : `the version of ${timeOf(call.savedAt, locale)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
