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
import { cx } from './cx';

interface PhaseLook {
  /** What a person reads and a screen reader says. */
  word: string;
  icon: LucideIcon;
  tone: string;
  explains: string;
}

const PHASES: Readonly<Record<CallPhase, PhaseLook>> = {
  streaming: {
    word: 'streaming',
    icon: CircleDashed,
    tone: 'text-dim',
    explains: 'The model is still writing the arguments.',
  },
  complete: {
    word: 'queued',
    icon: CircleDashed,
    tone: 'text-dim',
    explains: 'The arguments are complete; the call waits for its turn.',
  },
  invalid: {
    word: 'invalid',
    icon: TriangleAlert,
    tone: 'text-bad',
    explains: 'The arguments do not fit the tool. It was not run, and the model was told why.',
  },
  'awaiting-approval': {
    word: 'waiting for you',
    icon: Hourglass,
    tone: 'text-wait',
    explains: 'The call waits for your word.',
  },
  running: { word: 'running', icon: LoaderCircle, tone: 'text-run', explains: 'The tool runs in the sandbox.' },
  succeeded: {
    word: 'succeeded',
    icon: Check,
    tone: 'text-ok',
    explains: 'The tool ran, and the model has its result.',
  },
  failed: {
    word: 'failed',
    icon: X,
    tone: 'text-bad',
    explains: 'The tool could not do it, and the model was told why.',
  },
  denied: { word: 'denied', icon: Ban, tone: 'text-deny', explains: 'The call was refused and did not run.' },
  aborted: {
    word: 'stopped',
    icon: CircleSlash,
    tone: 'text-dim',
    explains: 'The call was cut off before it finished.',
  },
};

export const phaseLook = (phase: CallPhase): PhaseLook => PHASES[phase];

/** A call's state as a shape in the state's colour. The word stands beside it or in the name around it. */
export function StateMark({ phase }: { phase: CallPhase }) {
  const { icon: Icon, tone, explains } = PHASES[phase];
  return (
    <span title={explains} className={cx('inline-flex', tone)}>
      <Icon aria-hidden size={14} strokeWidth={2.25} className={phase === 'running' ? 'animate-spin' : undefined} />
    </span>
  );
}
