'use client';

import { Command } from 'cmdk';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { ago } from '../../elements/format';
import { goToThread } from '../../state/go-to-thread';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { readThreadList } from '../../state/thread-list';

/** The threads this browser has seen; choosing one opens it. */
export default function ThreadsDialog() {
  const page = usePage();
  const openDialog = useUi((ui) => ui.openDialog);
  const present = useClientState((state) => state.threadId);
  const [{ threads, now }] = useState(() => ({ threads: readThreadList(localStorage), now: Date.now() }));
  const scenarioOf = (id: string | undefined): string =>
    page.catalogue.scenarios.find((scenario) => scenario.id === id)?.title ?? '';

  const open = (id: string): void => {
    openDialog(null);
    if (id !== present) goToThread(page, id);
  };

  return (
    <Dialog title="Threads of this browser" onClose={() => openDialog(null)}>
      <Command label="Threads of this browser" className="flex min-h-0 flex-col" loop>
        <Command.Input
          autoFocus
          placeholder="Which one?"
          className="h-10 shrink-0 border-b border-line bg-transparent px-4 outline-none placeholder:text-faint"
        />
        <Command.List className="min-h-0 overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-4 text-dim">
            {threads.length === 0 ? 'None yet: Run begins one.' : 'No thread begins like that.'}
          </Command.Empty>
          {threads.map(({ id, title, at, scenario }) => (
            <Command.Item
              key={id}
              value={id}
              keywords={[title, scenarioOf(scenario)]}
              onSelect={() => open(id)}
              className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-md px-2.5 py-1 data-[selected=true]:bg-hover"
            >
              <span className="truncate">{title}</span>
              <span className="text-2xs text-faint tabular-nums">{id === present ? 'shown now' : ago(now - at)}</span>
              <span className="truncate text-2xs text-faint">{scenarioOf(scenario)}</span>
              <span className="text-right font-mono text-2xs text-faint">{id.slice(0, 8)}</span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
      <div className="flex shrink-0 justify-end border-t border-line px-2.5 py-2">
        <Button look="quiet" onClick={() => openDialog('cassette')}>
          Replay or save a cassette…
        </Button>
      </div>
    </Dialog>
  );
}
