'use client';

import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { EmptyNote, Loading, Pane } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState, useSandbox } from '../../state/page-context';

const TerminalView = lazy(() => import('./terminal-view'));

/** A person's own shell, on the same files as the agent's. */
export function TerminalPane() {
  const [text, panes] = [useText('terminal'), useText('panes')];
  const sandbox = useSandbox();
  const { phase, why } = useClientState((state) => state.sandbox);
  /** Takes what is typed while the terminal loads, which is for the shell and no command of the page. */
  const early = useRef<HTMLTextAreaElement>(null);
  const [ready, setReady] = useState(false);
  const takeEarly = useCallback(() => {
    const field = early.current;
    setReady(true);
    return { typed: field?.value ?? '', focused: field !== null && document.activeElement === field };
  }, []);
  return (
    <Pane name="Terminal" className="h-full bg-bg">
      {!ready && phase !== 'failed' && (
        <textarea
          ref={early}
          data-pane-focus
          aria-label={panes('Terminal')}
          rows={1}
          spellCheck={false}
          className="shrink-0 resize-none px-3 py-1 font-mono text-xs outline-none"
        />
      )}
      {sandbox ? (
        <Suspense fallback={<Loading />}>
          <TerminalView sandbox={sandbox} takeEarly={takeEarly} />
        </Suspense>
      ) : (
        <EmptyNote>{phase === 'failed' ? text('none', { why }) : text('starting')}</EmptyNote>
      )}
    </Pane>
  );
}
