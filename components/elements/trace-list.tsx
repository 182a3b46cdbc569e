import type { TraceEntry } from '@/lib/protocol';
import { Ban, Check, CircleDot, PenLine, X, type LucideIcon } from 'lucide-react';
import { duration } from './format';

const LOOKS: Readonly<Record<TraceEntry['outcome'], { icon: LucideIcon; tone: string; word: string }>> = {
  passed: { icon: Check, tone: 'text-ok', word: 'passed' },
  changed: { icon: PenLine, tone: 'text-text', word: 'changed it' },
  blocked: { icon: Ban, tone: 'text-deny', word: 'blocked it' },
  failed: { icon: X, tone: 'text-bad', word: 'failed' },
  noted: { icon: CircleDot, tone: 'text-dim', word: 'noted' },
};

export const traceLook = (outcome: TraceEntry['outcome']): (typeof LOOKS)[TraceEntry['outcome']] => LOOKS[outcome];

/** What the steps of the pipeline did to one call, in order. */
export function TraceList({ trace, label }: { trace: readonly TraceEntry[]; label: string }) {
  return (
    <ol aria-label={label} className="grid gap-1">
      {trace.map(({ step, outcome, note, startedAt, endedAt }, index) => {
        const { icon: Icon, tone, word } = LOOKS[outcome];
        return (
          <li key={index} className="flex items-baseline gap-2 text-xs">
            <Icon aria-hidden size={12} className={`shrink-0 self-center ${tone}`} />
            <code className="shrink-0">{step}</code>
            <span className={`shrink-0 ${tone}`}>{word}</span>
            <span className="min-w-0 flex-1 break-words text-dim">{note}</span>
            <span className="shrink-0 font-mono text-2xs text-faint tabular-nums">{duration(endedAt - startedAt)}</span>
          </li>
        );
      })}
    </ol>
  );
}
