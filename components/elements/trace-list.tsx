import type { TraceEntry } from '@/lib/protocol';
import { Ban, Check, CircleDot, PenLine, X, type LucideIcon } from 'lucide-react';
import { textOf } from '../messages/text';
import { duration } from './format';
import { useSaid } from '../messages/use-said';
import { useLocale } from '../messages/use-text';

const LOOKS = {
  passed: { icon: Check, tone: 'text-ok', word: 'tracePassed' },
  changed: { icon: PenLine, tone: 'text-text', word: 'traceChanged' },
  blocked: { icon: Ban, tone: 'text-deny', word: 'traceBlocked' },
  failed: { icon: X, tone: 'text-bad', word: 'traceFailed' },
  noted: { icon: CircleDot, tone: 'text-dim', word: 'traceNoted' },
} as const satisfies Readonly<Record<TraceEntry['outcome'], { icon: LucideIcon; tone: string; word: string }>>;

/** How an outcome looks, with words in the document's language. */
export function traceLook(outcome: TraceEntry['outcome']): { icon: LucideIcon; tone: string; word: string } {
  const look = LOOKS[outcome];
  return { ...look, word: textOf('marks')(look.word) };
}

/** What each step of the pipeline did to one call, in order. */
export function TraceList({ trace, label }: { trace: readonly TraceEntry[]; label: string }) {
  const [locale, said] = [useLocale(), useSaid('note')];
  return (
    <ol aria-label={label} className="grid gap-1">
      {trace.map(({ step, outcome, note, startedAt, endedAt }, index) => {
        const { icon: Icon, tone, word } = traceLook(outcome);
        return (
          <li key={index} className="flex items-baseline gap-2 text-xs">
            <Icon aria-hidden size={12} className={`mt-0.5 shrink-0 self-start ${tone}`} />
            <code className="shrink-0">{step}</code>
            <span className={`shrink-0 ${tone}`}>{word}</span>
            <span className="min-w-0 flex-1 break-words text-dim">{said(note)}</span>
            <span className="shrink-0 font-mono text-2xs text-faint tabular-nums">
              {duration(endedAt - startedAt, locale)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
