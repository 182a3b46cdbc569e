'use client';

import type { SandboxState } from '@/lib/client/state';
import { useId, useState } from 'react';
import { Button } from '../../elements/button';
import { Dot } from '../../elements/dot';
import { duration } from '../../elements/format';
import type { Text } from '../../messages/text';
import { useSaid } from '../../messages/use-said';
import { useLocale, useText } from '../../messages/use-text';
import { loadWithSandbox } from '../../state/deep-link';
import { useClientState } from '../../state/page-context';
import { shownSandbox } from '../../state/shown-sandbox';
import { useNow } from '../../state/use-now';

/** Which sandbox runs, and why; a click shows the full explanation. */
export function SandboxItem() {
  const [text, said] = [useText('statusBar'), useSaid()];
  const locale = useLocale();
  const sandbox = useClientState((state) => state.sandbox);
  const { phase, kind, processes } = sandbox;
  const why = said(sandbox.why ?? '');
  const words = wordsOf(text, sandbox);
  const popover = useId();
  return (
    <span role="group" aria-label={text('sandbox')} className="min-w-0">
      <button
        type="button"
        popoverTarget={popover}
        title={text('sandboxExplains')}
        className="flex h-5 max-w-full items-center gap-1.5 rounded px-1.5 whitespace-nowrap hover:bg-hover hover:text-text"
      >
        <Dot tone={{ off: 'bg-line-strong', booting: 'bg-run', failed: 'bg-bad', ready: 'bg-ok' }[phase]} />
        <span className="shrink-0">{words}</span>
        {phase === 'booting' && <Elapsed />}
        {why && <span className="max-w-[42ch] min-w-0 truncate text-faint max-sm:hidden">· {why}</span>}
        {phase === 'ready' && (
          <span className="min-w-0 truncate text-faint tabular-nums max-md:hidden">
            · {text('processes', { count: processes })}
          </span>
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
            {text('sandboxReady', {
              duration: duration(sandbox.bootMs, locale),
              processes: text('processes', { count: processes }),
            })}
          </p>
        )}
        <p className="mt-1 text-faint">{text('sandboxOther')}</p>
        {phase === 'failed' && (
          <Button className="mt-2" onClick={() => (kind ? location.reload() : loadWithSandbox('embedded'))}>
            {text(kind ? 'sandboxReload' : 'sandboxEmbedded')}
          </Button>
        )}
      </div>
    </span>
  );
}

function wordsOf(text: Text<'statusBar'>, sandbox: SandboxState): string {
  const { phase } = sandbox;
  const name = text('sandboxNamed', { kind: shownSandbox({ sandbox }) });
  return phase === 'ready' ? name : text(PHASES[phase], { name });
}

const PHASES = { off: 'sandboxOff', booting: 'sandboxBooting', failed: 'sandboxFailed' } as const;

const sentence = (text: string): string => {
  const stop = /\p{Script=Han}/u.test(text) ? '。' : '.';
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!。！]$/.test(text) ? '' : stop}`;
};

/** How long the page has waited for the sandbox; hidden for short waits. */
function Elapsed() {
  const locale = useLocale();
  const [since] = useState(() => Date.now());
  const now = useNow(true);
  const waited = now - since;
  return waited < 1500 ? null : (
    <span className="shrink-0 text-faint tabular-nums">{duration(Math.floor(waited / 1000) * 1000, locale)}</span>
  );
}
