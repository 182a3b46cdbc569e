'use client';

import type { ClientStatus } from '@/lib/client/state';
import { useState, type ReactNode } from 'react';
import { cx } from '../../elements/cx';
import { Dot } from '../../elements/dot';
import { count, dollars } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { focusPane } from '../../state/focus-pane';
import { useClientState, useUi } from '../../state/page-context';
import { statusLabel, wasStopped } from '../../state/status';
import { totalUsage } from '../tokens/usage';
import { SandboxItem } from './sandbox-item';

/** One line: the current activity, the sandbox, whether everything is saved, and the cost. */
export function StatusBar() {
  const text = useText('statusBar');
  const openDialog = useUi((ui) => ui.openDialog);
  return (
    <footer className="flex h-[26px] shrink-0 items-center gap-1 overflow-hidden border-t border-line bg-panel px-2 text-2xs text-dim">
      <RunState />
      <SandboxItem />
      <ThreadItem />
      <Item label={text('workspace')}>
        <Workspace />
      </Item>
      <span className="flex-1" />
      <Connection />
      <Usage />
      <button
        type="button"
        className={cx(ITEM, 'max-sm:hidden')}
        onClick={() => openDialog('keys')}
        title={text('keysExplains')}
      >
        {text('keys')} <span className="font-mono">?</span>
      </button>
    </footer>
  );
}

const ITEM = 'flex h-5 shrink-0 items-center gap-1.5 rounded px-1.5 whitespace-nowrap hover:bg-hover hover:text-text';

function Item({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <span
      aria-label={label}
      role="group"
      title={title}
      className="flex h-5 shrink-0 items-center gap-1.5 px-1.5 whitespace-nowrap"
    >
      {children}
    </span>
  );
}

function RunState() {
  const status = useClientState((state) => state.status);
  const words = useText('status')(useClientState(statusLabel));
  const done = useClientState((state) => state.status === 'idle' && !wasStopped(state));
  return (
    <span role="status" className="flex h-5 min-w-[112px] shrink-0 items-center gap-1.5 px-1.5 text-text">
      <Dot tone={TONES[status] ?? (done ? 'bg-ok' : 'bg-line-strong')} />
      {words}
    </span>
  );
}

const TONES: Partial<Record<ClientStatus, string>> = {
  error: 'bg-bad',
  approval: 'bg-wait',
  'your-turn': 'bg-wait',
  model: 'bg-run',
  tools: 'bg-run',
  stopping: 'bg-run',
};

function ThreadItem() {
  const text = useText('statusBar');
  const threadId = useClientState((state) => state.threadId);
  const [copied, setCopied] = useState(false);
  if (!threadId) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    } catch {
      // Copying needs permission; the link is also in the address bar.
    }
  };
  return (
    <button
      type="button"
      className={cx(ITEM, 'max-[899px]:hidden')}
      onClick={() => void copy()}
      title={text('copyLink', { id: threadId })}
    >
      <span className="font-mono">{text('thread', { id: threadId.slice(0, 8) })}</span>
      <span aria-live="polite">{copied ? text('linkCopied') : ''}</span>
    </button>
  );
}

function Workspace() {
  const text = useText('statusBar');
  const workspace = useClientState((state) => state.workspace);
  if (workspace === 'none') return null;
  if (workspace === 'failed') return <span className="text-bad">{text('filesFailed')}</span>;
  if (workspace === 'elsewhere') return <span className="text-wait">{text('filesElsewhere')}</span>;
  return (
    <span className="text-faint max-[899px]:hidden">{text(workspace === 'saved' ? 'filesSaved' : 'filesSaving')}</span>
  );
}

function Connection() {
  const text = useText('statusBar');
  const connection = useClientState((state) => state.connection);
  if (connection === 'off') return null;
  const broken = connection === 'reconnecting';
  return (
    <Item label={text('connection')} title={text('connectionExplains')}>
      <Dot tone={broken ? 'bg-wait' : 'bg-ok'} />
      <span className={broken ? 'text-wait' : 'max-sm:sr-only'}>{text(broken ? 'reconnecting' : 'connected')}</span>
    </Item>
  );
}

function Usage() {
  const [text, locale] = [useText('statusBar'), useLocale()];
  const turns = useClientState((state) => state.thread.turns);
  const agents = useClientState((state) => state.agents);
  const { inputTokens, outputTokens, cost } = totalUsage(turns, agents);
  if (turns.length === 0) return null;
  return (
    <button
      type="button"
      className={cx(ITEM, 'max-sm:hidden')}
      onClick={() => focusPane('Files')}
      title={text('usageExplains')}
    >
      <span className="font-mono tabular-nums">
        {text('usage', {
          input: count(inputTokens, locale),
          output: count(outputTokens, locale),
          cost: dollars(cost, locale),
        })}
      </span>
    </button>
  );
}
