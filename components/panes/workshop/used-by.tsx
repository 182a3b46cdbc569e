'use client';

import { timeOf } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { writeLink } from '../../state/deep-link';
import { listStorage, readThreadList } from '../../state/thread-list';
import { useRecentCalls } from '../tools/use-recent-calls';
import { useState } from 'react';

/** The threads of this browser that called a tool, each with the version that ran there last. */
export function UsedBy({ tool, savedAt }: { tool: string; savedAt: number | undefined }) {
  const calls = useRecentCalls(tool);
  const [text, locale] = [useText('workshop'), useLocale()];
  const [known] = useState(() => new Map(readThreadList(listStorage).map(({ id, title }) => [id, title])));
  const last = new Map(calls.toReversed().flatMap((call) => (call.threadId ? [[call.threadId, call]] : [])));
  return (
    <section aria-label={text('usedBy')} className="grid gap-1.5">
      <h2 className="text-xs font-semibold">{text('usedBy')}</h2>
      {savedAt !== undefined && <p className="text-xs text-dim">{text('thisIs', { time: timeOf(savedAt, locale) })}</p>}
      {last.size === 0 && <p className="text-xs text-dim">{text('unused')}</p>}
      <ul className="grid gap-1">
        {[...last].toReversed().map(([threadId, call]) => (
          <li key={threadId} className="flex flex-wrap gap-x-2 text-xs">
            <a href={`/${writeLink({ thread: threadId })}`} className="max-w-full truncate text-accent underline">
              {known.get(threadId) ?? text('thread', { id: threadId.slice(0, 8) })}
            </a>
            <span className="text-dim">
              {call.savedAt === savedAt
                ? text('thisVersion')
                : call.savedAt === undefined
                  ? text('oldVersion')
                  : text('versionOf', { time: timeOf(call.savedAt, locale) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
