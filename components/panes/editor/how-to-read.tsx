'use client';

import { Kbd } from '../../elements/kbd';
import { useText } from '../../messages/use-text';
import { chordLabel } from '../../state/keys';
import { useMac } from '../../state/use-mac';

const STEPS = [
  ['stepCall', 'stepCallText'],
  ['stepCheck', 'stepCheckText'],
  ['stepAsk', 'stepAskText'],
  ['stepRun', 'stepRunText'],
  ['stepTell', 'stepTellText'],
] as const;

/** What the empty editor shows: the life of one tool call, in five lines. */
export function HowToRead() {
  const text = useText('editor');
  const mac = useMac();
  return (
    <div
      role="region"
      aria-label={text('howTo')}
      tabIndex={0}
      className="m-auto grid max-h-full max-w-[600px] gap-3 overflow-auto px-5 py-3"
    >
      <h2 className="text-dim">{text('howToTitle')}</h2>
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
  );
}
