'use client';

import type { SandboxState } from '@/lib/client/state';
import { useId, useState } from 'react';
import { Dot } from '../../elements/dot';
import { duration, plural } from '../../elements/format';
import { useClientState } from '../../state/page-context';
import { useNow } from '../../state/use-now';

const NAMES = { embedded: 'Embedded', webcontainer: 'WebContainer', native: 'Native' } as const;

/** Which sandbox runs, and why; pressed, it says so in full. */
export function SandboxItem() {
  const sandbox = useClientState((state) => state.sandbox);
  const { phase, why, processes } = sandbox;
  const words = wordsOf(sandbox);
  const popover = useId();
  return (
    <span role="group" aria-label="Sandbox" className="shrink-0">
      <button
        type="button"
        popoverTarget={popover}
        title="What runs the tools, and why"
        className="flex h-5 items-center gap-1.5 rounded px-1.5 whitespace-nowrap hover:bg-hover hover:text-text"
      >
        <Dot tone={{ off: 'bg-line-strong', booting: 'bg-run', failed: 'bg-bad', ready: 'bg-ok' }[phase]} />
        <span className="shrink-0">{words}</span>
        {phase === 'booting' && <Elapsed />}
        {why && <span className="max-w-[42ch] truncate text-faint">· {why}</span>}
        {phase === 'ready' && (
          <span className="shrink-0 text-faint tabular-nums">· {plural(processes, 'process', 'processes')}</span>
        )}
      </button>
      <div
        id={popover}
        popover="auto"
        className="fixed inset-auto bottom-8 left-2 m-0 max-w-[min(56ch,calc(100vw-16px))] rounded-lg border border-line-strong bg-panel p-3 text-xs whitespace-normal text-text shadow-[var(--shadow)]"
      >
        <p className="font-semibold">{words}</p>
        {why && <p className="mt-1 break-words text-dim">{sentence(why)}</p>}
        {sandbox.bootMs !== undefined && (
          <p className="mt-1 text-dim tabular-nums">
            Ready after {duration(sandbox.bootMs)}; {plural(processes, 'process', 'processes')} running now.
          </p>
        )}
        <p className="mt-1 text-faint">Another one can be chosen in Settings.</p>
      </div>
    </span>
  );
}

function wordsOf({ phase, kind }: SandboxState): string {
  const name = kind ? `${NAMES[kind]} sandbox` : 'Sandbox';
  return {
    off: `${name} is off`,
    booting: `${name} is starting`,
    failed: `${name} failed`,
    ready: name,
  }[phase];
}

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!]$/.test(text) ? '' : '.'}`;

/** How long the page has waited for it; nothing while that is no wait. */
function Elapsed() {
  const [since] = useState(() => Date.now());
  const now = useNow(true);
  const waited = now - since;
  return waited < 1500 ? null : <span className="shrink-0 text-faint tabular-nums">{Math.round(waited / 1000)} s</span>;
}
