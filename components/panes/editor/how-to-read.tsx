'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { Kbd } from '../../elements/kbd';
import { useText } from '../../messages/use-text';
import { chordLabel } from '../../state/keys';
import { usePage, useUi } from '../../state/page-context';
import { useMac } from '../../state/use-mac';
import { MaximizeButton } from './maximize-button';

const STEPS = [
  ['stepCall', 'stepCallText'],
  ['stepCheck', 'stepCheckText'],
  ['stepAsk', 'stepAskText'],
  ['stepRun', 'stepRunText'],
  ['stepTell', 'stepTellText'],
] as const;

/** What the empty editor shows: the life of one tool call, in five lines, until a person folds them. */
export function HowToRead() {
  const text = useText('editor');
  const mac = useMac();
  const { ui } = usePage();
  // Details that fill the column leave the editor a line.
  const squeezed = useUi((ui) => ui.tall === 'details');
  const folded = useUi((ui) => ui.editorFolded) || squeezed;
  const Icon = folded ? ChevronRight : ChevronDown;
  return (
    <>
      <div className="flex h-8 shrink-0 items-stretch pr-1.5">
        <button
          type="button"
          aria-expanded={!folded}
          onClick={() => ui.setState({ editorFolded: !folded, ...(squeezed && { tall: null }) })}
          className="flex min-w-0 flex-1 items-center gap-2 px-3 text-left text-xs text-dim hover:bg-hover hover:text-text focus-visible:outline-offset-[-2px]"
        >
          <Icon aria-hidden size={13} className="shrink-0" />
          <span className="truncate">{text('howToTitle')}</span>
        </button>
        <MaximizeButton panel="editor" />
      </div>
      {!folded && (
        <div
          role="region"
          aria-label={text('howTo')}
          tabIndex={0}
          className="m-auto grid max-h-full max-w-[600px] gap-3 overflow-auto px-5 py-3"
        >
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
