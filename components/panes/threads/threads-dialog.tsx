'use client';

import { useState } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { goToThread } from '../../state/go-to-thread';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { readThreadList, removeThread, renameThread, type ListedThread } from '../../state/thread-list';
import { ThreadRow } from './thread-row';

/** The threads this browser has seen: opened, named, taken off the list. */
export default function ThreadsDialog() {
  const page = usePage();
  const openDialog = useUi((ui) => ui.openDialog);
  const present = useClientState((state) => state.threadId);
  const [search, setSearch] = useState('');
  const [threads, setThreads] = useState(() => readThreadList(localStorage));
  const [now] = useState(() => Date.now());
  const [removed, setRemoved] = useState<{ title: string; undo: () => void } | null>(null);
  const scenarioOf = ({ scenario }: ListedThread): string =>
    page.catalogue.scenarios.find(({ id }) => id === scenario)?.title ?? '';
  const refresh = (): void => setThreads(readThreadList(localStorage));
  const found = threads.filter((thread) => {
    const text = `${thread.name ?? ''} ${thread.title} ${scenarioOf(thread)} ${thread.id}`.toLowerCase();
    return text.includes(search.trim().toLowerCase());
  });

  const open = (id: string): void => {
    openDialog(null);
    if (id !== present) goToThread(page, id);
  };

  return (
    <Dialog title="Threads of this browser" onClose={() => openDialog(null)}>
      <input
        autoFocus
        type="search"
        aria-label="Find a thread"
        placeholder="Find a thread by its name, its first words or its scenario"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        className="h-10 shrink-0 border-b border-line bg-transparent px-4 outline-none placeholder:text-faint"
      />
      <ul aria-label="Threads" className="min-h-0 overflow-y-auto p-1.5">
        {found.map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            scenario={scenarioOf(thread)}
            present={thread.id === present}
            ago={now - thread.at}
            onOpen={() => open(thread.id)}
            onRename={(name) => {
              renameThread(localStorage, thread.id, name);
              refresh();
            }}
            onRemove={() => {
              const undo = removeThread(localStorage, thread.id);
              setRemoved({ title: thread.name ?? thread.title, undo });
              refresh();
            }}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="px-4 py-3 text-dim">
          {threads.length === 0 ? 'None yet: Run begins one.' : 'No thread has that.'}
        </p>
      )}
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-2.5 py-2">
        <p role="status" className="mr-auto flex min-w-0 flex-1 items-center gap-2 text-xs text-dim">
          {removed && (
            <>
              <span className="truncate">Off this list: {removed.title}</span>
              <Button
                className="h-6 px-2 text-xs"
                onClick={() => {
                  removed.undo();
                  setRemoved(null);
                  refresh();
                }}
              >
                Undo
              </Button>
            </>
          )}
        </p>
        <Button look="quiet" onClick={() => openDialog('cassette')}>
          Replay or save a cassette…
        </Button>
      </div>
    </Dialog>
  );
}
