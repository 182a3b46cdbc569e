'use client';

import { useRef } from 'react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Kbd } from '../../elements/kbd';
import { useText } from '../../messages/use-text';
import { chordLabel } from '../../state/keys';
import { usePage, useClientState, useUi } from '../../state/page-context';
import { useMac } from '../../state/use-mac';

const STEPS = [
  ['stepCall', 'stepCallText'],
  ['stepCheck', 'stepCheckText'],
  ['stepAsk', 'stepAskText'],
  ['stepRun', 'stepRunText'],
  ['stepTell', 'stepTellText'],
] as const;

/** Whether the empty editor is folded to one line: calls are worth more room than the guide to them. */
export function useGuideFolded(): boolean {
  const calls = useClientState((state) => state.calls.length > 0);
  return useUi(({ tabs, guideOpen }) => tabs.length === 0 && !guideOpen) && calls;
}

/** What the empty editor shows: the life of one tool call, in five lines. */
export function HowToRead() {
  const text = useText('editor');
  const mac = useMac();
  const { ui } = usePage();
  const calls = useClientState((state) => state.calls.length > 0);
  // Details that fill the column leave the editor a line.
  const squeezed = useUi((ui) => ui.tall === 'details');
  const folded = useGuideFolded() || squeezed;
  /** The button that unfolds the guide may go with that: the guide takes the focus. */
  const takesFocus = useRef(false);
  const Icon = folded ? ChevronRight : ChevronDown;
  return (
    <>
      {(calls || squeezed) && (
        <button
          type="button"
          aria-expanded={!folded}
          onClick={() => {
            takesFocus.current = squeezed && !calls;
            ui.setState({ guideOpen: folded, ...(squeezed && { tall: null }) });
          }}
          className="flex h-8 shrink-0 items-center gap-2 px-3 text-left text-xs text-dim hover:bg-hover hover:text-text focus-visible:outline-offset-[-2px]"
        >
          <Icon aria-hidden size={13} className="shrink-0" />
          <span className="truncate">{text('howToTitle')}</span>
        </button>
      )}
      {!folded && (
        <div
          role="region"
          ref={(region) => {
            if (takesFocus.current) region?.focus();
            takesFocus.current = false;
          }}
          aria-label={text('howTo')}
          tabIndex={0}
          className="m-auto grid max-h-full max-w-[600px] gap-3 overflow-auto px-5 py-3"
        >
          {!calls && <h2 className="text-dim">{text('howToTitle')}</h2>}
          <ol className="grid gap-1.5">
            {STEPS.map(([name, explains], index) => (
              <li key={name} className="grid grid-cols-[20px_48px_1fr] gap-2">
                <span className="font-mono text-xs leading-5 text-faint">{index + 1}</span>
                <b className="font-semibold">{text(name)}</b>
                <span className="text-dim">{text(explains)}</span>
              </li>
            ))}
          </ol>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-dim">
            <span>
              <Kbd>R</Kbd> {text('keyRun')}
            </span>
            <span>
              <Kbd>{chordLabel({ key: 'k', command: true }, mac)}</Kbd> {text('keyCommands')}
            </span>
            <span>
              <Kbd>?</Kbd> {text('keyKeys')}
            </span>
          </p>
        </div>
      )}
    </>
  );
}
