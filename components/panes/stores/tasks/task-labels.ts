import type { Task, TaskStatus } from '@/lib/ports';
import { duration } from '../../../elements/format';
import type { Locale } from '../../../messages/locale';

export const TASK_LOOKS: Readonly<Record<TaskStatus, { tone: string; dot: string }>> = {
  pending: { tone: 'text-dim', dot: 'bg-faint' },
  running: { tone: 'text-run', dot: 'bg-run' },
  completed: { tone: 'text-ok', dot: 'bg-ok' },
  failed: { tone: 'text-bad', dot: 'bg-bad' },
  stopped: { tone: 'text-dim', dot: 'bg-dim' },
};

/** How long a task took, or has taken until `now`; undefined if it has not started. */
export function tookOf({ startedAt, endedAt }: Task, now: number, locale: Locale): string | undefined {
  return startedAt === undefined ? undefined : duration(Math.max(0, (endedAt ?? now) - startedAt), locale);
}

/** Ids of the tasks that must be completed before this one. */
export const openBlockerLabels = ({ blockedBy = [] }: Task, tasks: readonly Task[]): readonly string[] =>
  blockedBy.filter((id) => tasks.find((task) => task.id === id)?.status !== 'completed');
