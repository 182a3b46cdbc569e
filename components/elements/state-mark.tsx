import type { CallPhase } from '@/lib/client/state';
import {
  Ban,
  Check,
  CircleDashed,
  CircleSlash,
  Hourglass,
  LoaderCircle,
  TriangleAlert,
  X,
  type LucideIcon,
} from 'lucide-react';
import { textOf } from '../messages/text';
import { useText } from '../messages/use-text';
import { cx } from './cx';

interface PhaseLook {
  /** The word that people read and screen readers say. */
  word: string;
  icon: LucideIcon;
  tone: string;
  explains: string;
}

const PHASES = {
  streaming: {
    word: 'streaming',
    icon: CircleDashed,
    tone: 'text-dim',
    explains: 'streamingExplains',
  },
  complete: {
    word: 'queued',
    icon: CircleDashed,
    tone: 'text-dim',
    explains: 'queuedExplains',
  },
  invalid: {
    word: 'invalid',
    icon: TriangleAlert,
    tone: 'text-bad',
    explains: 'invalidExplains',
  },
  'awaiting-approval': {
    word: 'waiting',
    icon: Hourglass,
    tone: 'text-wait',
    explains: 'waitingExplains',
  },
  running: { word: 'running', icon: LoaderCircle, tone: 'text-run', explains: 'runningExplains' },
  succeeded: {
    word: 'succeeded',
    icon: Check,
    tone: 'text-ok',
    explains: 'succeededExplains',
  },
  failed: {
    word: 'failedWord',
    icon: X,
    tone: 'text-bad',
    explains: 'failedExplains',
  },
  denied: { word: 'denied', icon: Ban, tone: 'text-deny', explains: 'deniedExplains' },
  aborted: {
    word: 'stopped',
    icon: CircleSlash,
    tone: 'text-dim',
    explains: 'stoppedExplains',
  },
} as const satisfies Readonly<Record<CallPhase, PhaseLook>>;

/** How a phase looks, with words in the document's language. */
export function phaseLook(phase: CallPhase): PhaseLook {
  const text = textOf('marks');
  const look = PHASES[phase];
  return { ...look, word: text(look.word), explains: text(look.explains) };
}

/** A call's state as an icon in the state's colour. The word stands beside it or in the accessible name around it. */
export function StateMark({ phase }: { phase: CallPhase }) {
  const { icon: Icon, tone, explains } = PHASES[phase];
  const text = useText('marks');
  return (
    <span title={text(explains)} className={cx('inline-flex', tone)}>
      <Icon aria-hidden size={14} strokeWidth={2.25} className={phase === 'running' ? 'animate-spin' : undefined} />
    </span>
  );
}
