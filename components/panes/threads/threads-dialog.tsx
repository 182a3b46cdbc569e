'use client';

import { messageOf } from '@/lib/protocol/message-of';
import { useRef, useState } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { SearchField } from '../../elements/search-field';
import { useLocale, useText } from '../../messages/use-text';
import { scenarioLabels } from '../../state/catalogue';
import { goToThread } from '../../state/go-to-thread';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { listStorage, renameThread, unlistThread, type ListedThread } from '../../state/thread-list';
import { useListedThreads } from '../../state/use-listed-threads';
import { useSearch } from '../../state/early-search';
import { ThreadRow } from './thread-row';

/** The threads that this browser has seen, to open, name, compare and delete. */
export default function ThreadsDialog() {
  const page = usePage();
  const text = useText('threads');
  const locale = useLocale();
  const openDialog = useUi((ui) => ui.openDialog);
  const present = useClientState((state) => state.threadId);
  const [wanted, setWanted] = useSearch();
  const threads = useListedThreads() ?? [];
  const [now] = useState(() => Date.now());
  const [outcome, remove] = useRemoval();
  const search = useRef<HTMLInputElement>(null);
  const scenarioOf = (thread: ListedThread): string => {
    const scenario = page.catalogue.scenarios.find(({ id }) => id === thread.scenario);
    return scenario ? scenarioLabels(scenario, locale).title : '';
  };
  const found = threads.filter((thread) => {
    const words = [thread.name, thread.title, scenarioOf(thread), thread.id, ...(thread.tools ?? [])]
      .join(' ')
      .toLowerCase();
    return words.includes(wanted.trim().toLowerCase());
  });

  const open = (id: string): void => {
    openDialog(null);
    if (id !== present) goToThread(page, id);
  };

  return (
    <Dialog title={text('title')} className="h-[min(76vh,560px)]" onClose={() => openDialog(null)}>
      <SearchField
        autoFocus
        label={text('find')}
        placeholder={text('findPlaceholder')}
        value={wanted}
        onSearch={setWanted}
        ref={search}
      />
      <ul aria-label={text('list')} className="min-h-0 flex-1 overflow-y-auto p-1.5 empty:hidden">
        {found.map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            scenario={scenarioOf(thread)}
            presets={page.catalogue.presets}
            shown={present}
            ago={Math.max(0, now - thread.at)}
            onOpen={() => open(thread.id)}
            onRename={(name) => renameThread(listStorage, thread.id, name)}
            onDelete={() => {
              // The row that had the focus goes.
              search.current?.focus();
              remove(thread);
            }}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="flex-1 px-4 py-3 text-dim">{text(threads.length === 0 ? 'none' : 'noMatch')}</p>
      )}
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-2.5 py-2">
        <p role="status" className="mr-auto min-w-0 flex-1 text-xs break-words text-dim">
          {outcome}
        </p>
        <Button look="quiet" onClick={() => openDialog('cassette')}>
          {text('cassette')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Deletes a thread, and says what became of the last one that was to be deleted. */
function useRemoval(): [outcome: string | null, remove: (thread: ListedThread) => void] {
  const page = usePage();
  const text = useText('threads');
  const present = useClientState((state) => state.threadId);
  const [outcome, setOutcome] = useState<string | null>(null);
  const remove = ({ id, name, title }: ListedThread): void =>
    page.client.act(async (client) => {
      const message = await client
        .deleteThread(id)
        .then((answer) => (answer.ok ? undefined : answer.message), messageOf);
      if (message === undefined) {
        unlistThread(listStorage, id);
        // Another may have been opened meanwhile.
        if (id === present && page.client.store.getState().threadId === null) page.ui.getState().reset();
      }
      setOutcome(
        message === undefined
          ? text('deleted', { name: name ?? title })
          : text('notDeleted', { name: name ?? title, message }),
      );
    });
  return [outcome, remove];
}
