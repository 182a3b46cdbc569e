'use client';

import { Kbd } from '../../elements/kbd';
import { chordLabel } from '../../state/keys';
import { useMac } from '../../state/use-mac';

const STEPS = [
  ['Call', 'The model writes a tool call. You see its arguments as they stream.'],
  ['Check', 'They are checked against the tool’s schema. What does not fit never runs.'],
  ['Ask', 'Reads run at once. What changes something waits for your word.'],
  ['Run', 'In a sandbox in this tab: reads together, writes one at a time.'],
  ['Tell', 'The model reads the result and goes on. Edits open here as a diff.'],
] as const;

/** What the empty editor says: the life of one tool call, in five lines. */
export function HowToRead() {
  const mac = useMac();
  return (
    <div
      role="region"
      aria-label="How to read this page"
      tabIndex={0}
      className="m-auto grid max-h-full max-w-[600px] gap-3 overflow-auto px-5 py-3"
    >
      <h2 className="text-dim">What you will see, for every tool call</h2>
      <ol className="grid gap-1.5">
        {STEPS.map(([name, text], index) => (
          <li key={name} className="grid grid-cols-[20px_48px_1fr] gap-2">
            <span className="font-mono text-xs leading-5 text-faint">{index + 1}</span>
            <b className="font-semibold">{name}</b>
            <span className="text-dim">{text}</span>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-dim">
        <span>
          <Kbd>R</Kbd> run
        </span>
        <span>
          <Kbd>{chordLabel({ key: 'k', command: true }, mac)}</Kbd> all commands
        </span>
        <span>
          <Kbd>?</Kbd> all keys
        </span>
      </p>
    </div>
  );
}
