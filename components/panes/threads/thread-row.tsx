'use client';

import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../elements/button';
import { Dot } from '../../elements/dot';
import { ago as agoWords } from '../../elements/format';
import { TextEntryForm } from '../../elements/text-entry-form';
import type { ListedThread } from '../../state/thread-list';

const STATUSES = {
  working: { word: 'Working', tone: 'bg-run' },
  waiting: { word: 'Waiting for you', tone: 'bg-wait' },
  done: { word: 'Done', tone: 'bg-ok' },
  stopped: { word: 'Stopped', tone: 'bg-line-strong' },
  failed: { word: 'Failed', tone: 'bg-bad' },
} as const satisfies Record<NonNullable<ListedThread['status']>, { word: string; tone: string }>;

/** One thread: what it is called, how it stood, and what can be done with it. */
export function ThreadRow(props: {
  thread: ListedThread;
  scenario: string;
  /** It is the one that is shown now. */
  present: boolean;
  /** How long ago it was open, milliseconds. */
  ago: number;
  onOpen: () => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}) {
  const { thread, scenario, present, ago, onOpen, onRename, onRemove } = props;
  const [renaming, setRenaming] = useState(false);
  const title = thread.name ?? thread.title;
  const status = thread.status && STATUSES[thread.status];
  if (renaming) {
    return (
      <li className="px-2.5 py-1.5">
        <TextEntryForm
          label="Name"
          placeholder={title}
          send={{ title: 'Rename', look: 'primary' }}
          onSend={(name) => {
            onRename(name);
            setRenaming(false);
          }}
          onBack={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1 rounded-md pr-1.5 hover:bg-hover">
      <button
        type="button"
        aria-label={`Open ${title}`}
        onClick={onOpen}
        className="grid min-h-11 min-w-0 flex-1 content-center px-2.5 py-1 text-left"
      >
        <span className="truncate">{title}</span>
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-dim">
          {status && (
            <>
              <Dot tone={status.tone} />
              <span className="shrink-0">{status.word}</span>
            </>
          )}
          <span className="shrink-0">{present ? 'shown now' : agoWords(ago)}</span>
          <span className="truncate text-faint">{scenario}</span>
        </span>
      </button>
      <IconButton label={`Rename ${title}`} onClick={() => setRenaming(true)}>
        <Pencil aria-hidden size={13} />
      </IconButton>
      {!present && (
        <IconButton label={`Remove ${title} from this list`} onClick={onRemove}>
          <X aria-hidden size={14} />
        </IconButton>
      )}
    </li>
  );
}
