'use client';

import { GitCompare, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton, IconLink } from '../../elements/button';
import { Dot } from '../../elements/dot';
import { ago as agoWords, clockOf, timeOf } from '../../elements/format';
import { TextEntryForm } from '../../elements/text-entry-form';
import { useLocale, useText } from '../../messages/use-text';
import type { ListedThread } from '../../state/thread-list';
import { threadTraits } from './thread-traits';

const TONES: Readonly<Record<NonNullable<ListedThread['status']>, string>> = {
  working: 'bg-run',
  waiting: 'bg-wait',
  done: 'bg-ok',
  stopped: 'bg-line-strong',
  failed: 'bg-bad',
};

/** Threads of one day are told apart by the time of day. */
const DAY_MS = 86_400_000;

const titleOf = ({ name, title }: ListedThread): string => name ?? title;

/** One thread: its title, its last status, and the actions on it. */
export function ThreadRow(props: {
  thread: ListedThread;
  scenario: string;
  presets: readonly { id: string; title: string }[];
  /** The id of the thread that is shown now, if any. */
  shown: string | null;
  /** Milliseconds since it was last open. */
  ago: number;
  onOpen: () => void;
  onRename: (name: string) => void;
  onDelete: () => void;
}) {
  const { thread, scenario, presets, shown, ago, onOpen, onRename, onDelete } = props;
  const present = thread.id === shown;
  /** Whether the row is being changed; afterwards the button for that gets the focus back. */
  const [step, setStep] = useState<'renaming' | 'renamed' | 'asking' | 'kept'>();
  const text = useText('threads');
  const title = titleOf(thread);
  if (step === 'renaming') {
    return <NameForm thread={thread} onRename={onRename} onDone={() => setStep('renamed')} />;
  }
  if (step === 'asking') {
    return <DeleteQuestion title={title} onDelete={onDelete} onKeep={() => setStep('kept')} />;
  }
  const traits = [scenario, ...threadTraits(thread, text, presets)].filter(Boolean).join(' · ');
  return (
    <li className="flex items-center gap-1 rounded-md pr-1.5 hover:bg-hover">
      <button
        type="button"
        aria-label={text('open', { name: title })}
        onClick={onOpen}
        className="grid min-h-11 min-w-0 flex-1 content-center px-2.5 py-1 text-left"
      >
        <span title={title} className="truncate">
          {title}
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-xs text-dim">
          <LastSeen {...{ thread, present, ago }} />
          <span title={traits} className="truncate text-faint">
            {traits}
          </span>
        </span>
      </button>
      <IconButton
        label={text('renameThis', { name: title })}
        autoFocus={step === 'renamed'}
        onClick={() => setStep('renaming')}
      >
        <Pencil aria-hidden size={13} />
      </IconButton>
      {shown !== null && !present && (
        <IconLink
          label={text('compare', { name: title })}
          href={`/compare?${new URLSearchParams({ left: shown, right: thread.id })}`}
        >
          <GitCompare aria-hidden size={13} />
        </IconLink>
      )}
      <IconButton label={text('delete', { name: title })} autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
        <Trash2 aria-hidden size={13} />
      </IconButton>
    </li>
  );
}

/** How the thread was left, and when. */
function LastSeen({ thread, present, ago }: { thread: ListedThread; present: boolean; ago: number }) {
  const [text, locale] = [useText('threads'), useLocale()];
  const { status, at } = thread;
  return (
    <>
      {status && (
        <>
          <Dot tone={TONES[status]} />
          <span className="shrink-0">{text(status)}</span>
        </>
      )}
      <span className="shrink-0" title={timeOf(at, locale)}>
        {present ? text('shown') : ago < DAY_MS ? clockOf(at, locale) : agoWords(ago, locale)}
      </span>
    </>
  );
}

function NameForm(props: { thread: ListedThread; onRename: (name: string) => void; onDone: () => void }) {
  const { thread, onRename, onDone } = props;
  const text = useText('threads');
  return (
    <li className="px-2.5 py-1.5">
      <TextEntryForm
        label={text('name')}
        placeholder={titleOf(thread)}
        storageKey={`${thread.id}.name`}
        send={{ title: text('rename'), look: 'primary' }}
        onSend={(name) => {
          onRename(name);
          onDone();
        }}
        onBack={onDone}
      />
    </li>
  );
}

function DeleteQuestion({ title, onDelete, onKeep }: { title: string; onDelete: () => void; onKeep: () => void }) {
  const text = useText('threads');
  return (
    <li
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onKeep();
      }}
      className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-raised px-2.5 py-1"
    >
      <p className="min-w-40 flex-1 wrap-anywhere">{text('deleteAsks', { name: title })}</p>
      <Button autoFocus onClick={onKeep}>
        {text('keep')}
      </Button>
      <Button look="danger" onClick={onDelete}>
        {text('deleteIt')}
      </Button>
    </li>
  );
}
