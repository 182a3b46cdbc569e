import type { CronDraft, CronJob, CronOutcome, CronRun, CronStore } from '@/lib/ports';
import { z } from 'zod';
import { openKeptList } from '../kept-list';
import type { KeyValue } from '../key-value';
import type { TabChannel } from '../tab-channel';
import { createAlarm, type AlarmOptions } from './alarm';
import { nextRun } from './next-run';

/** Jobs at most. */
export const MOST_JOBS = 50;
/** Characters of a run's result that are kept. */
const KEPT_TEXT = 2000;

const StoredSchema = z.object({
  id: z.string(),
  name: z.string(),
  schedule: z.string(),
  timeZone: z.string().exactOptional(),
  command: z.string(),
  does: z.enum(['prompt', 'shell']),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** The time it was last run for: no other tab runs it for that time again. */
  ranFor: z.number().exactOptional(),
  lastRun: z
    .object({ at: z.number(), state: z.enum(['waiting', 'running', 'succeeded', 'failed']), text: z.string() })
    .exactOptional(),
});
type Stored = z.infer<typeof StoredSchema>;

export interface CronOptions extends Pick<AlarmOptions, 'now' | 'wait' | 'signal'> {
  table: KeyValue;
  channel?: TabChannel | undefined;
  /** Undefined where the browser has none: then every tab is its own. */
  locks: LockManager | undefined;
  /** Does what a job says, and tells when it has to wait or goes on. Never rejects. */
  perform: (
    job: CronDraft,
    onState: (state: 'waiting' | 'running', text: string) => void,
    signal: AbortSignal,
  ) => Promise<{ ok: boolean; text: string }>;
}

/** The timetable, as it was left, and the clock that works it off. A job that is due is run by one tab. */
export async function openCronStore(options: CronOptions): Promise<CronStore> {
  const { table, channel, now, locks, perform, signal } = options;
  const kept = await openKeptList<Stored>({
    table,
    prefix: 'cron:',
    schema: StoredSchema,
    idOf: ({ id }) => id,
    order: (a, b) => a.createdAt - b.createdAt,
    channel,
  });
  /** When each job comes round next; undefined where it never does. */
  const times = new Map<string, number | undefined>();
  /** What this tab is at. */
  const running = new Map<string, AbortController>();
  let view: { of: readonly Stored[]; jobs: readonly CronJob[] } | undefined;

  const plan = ({ id, schedule, timeZone }: Stored): void => {
    const next = nextRun(schedule, timeZone, now());
    times.set(id, next.ok ? next.at : undefined);
  };
  const jobs = (): readonly CronJob[] => {
    if (view?.of === kept.value) return view.jobs;
    for (const stored of kept.value) if (!times.has(stored.id)) plan(stored);
    view = { of: kept.value, jobs: kept.value.map(jobOf) };
    return view.jobs;
  };
  const jobOf = ({ createdAt: _createdAt, ranFor: _ranFor, ...job }: Stored): CronJob => {
    const next = times.get(job.id);
    return { ...job, ...(next !== undefined && { nextRun: next }) };
  };
  const find = (id: string) => kept.value.find((stored) => stored.id === id);

  /** Runs a job as the only tab; `due` is the time it is run for, left out for a person who wants it now. */
  const attempt = (id: string, due?: number): Promise<boolean> =>
    alone(locks, `timetable:${id}`, async () => {
      await kept.refresh();
      const before = find(id);
      if (!before || running.has(id) || (due !== undefined && (before.ranFor ?? 0) >= due)) return false;
      const mine = new AbortController();
      running.set(id, mine);
      const at = now();
      const tell = (state: CronRun['state'], text: string): Promise<boolean> =>
        kept.update(id, (present) => ({ ...present, lastRun: { at, state, text: text.slice(0, KEPT_TEXT) } }));
      try {
        if (due !== undefined) await kept.update(id, (present) => ({ ...present, ranFor: due }));
        await tell('running', '');
        const told = (state: 'waiting' | 'running', text: string) => void tell(state, text);
        const { ok, text } = await perform(before, told, AbortSignal.any([signal, mine.signal]));
        await tell(ok ? 'succeeded' : 'failed', text);
      } finally {
        running.delete(id);
      }
      return true;
    });

  const wake = createAlarm({
    ...options,
    next() {
      const known = jobs().flatMap((job) => job.nextRun ?? []);
      return known.length === 0 ? undefined : Math.min(...known);
    },
    ring() {
      const time = now();
      for (const stored of kept.value) {
        const due = times.get(stored.id);
        if (due === undefined || due > time) continue;
        plan(stored);
        void attempt(stored.id, due).catch(() => undefined);
      }
      view = undefined;
    },
  });
  signal.addEventListener('abort', kept.subscribe(wake), { once: true });
  for (const { id, lastRun } of kept.value) {
    if (lastRun?.state === 'running' || lastRun?.state === 'waiting') void settleLost(id).catch(() => undefined);
  }

  /** A run that no tab is at any more was cut off. */
  function settleLost(id: string): Promise<boolean> {
    return alone(locks, `timetable:${id}`, async () => {
      await kept.refresh();
      const stored = find(id);
      if (!stored?.lastRun || running.has(id)) return false;
      const { at, state } = stored.lastRun;
      if (state !== 'running' && state !== 'waiting') return false;
      const lost = { at, state: 'failed', text: 'The page was closed before it was done.' } as const;
      return kept.update(id, (present) => ({ ...present, lastRun: lost }));
    });
  }

  return {
    get value() {
      return jobs();
    },
    subscribe: kept.subscribe,
    async create(draft) {
      const refused = (field: 'name' | 'schedule' | 'time_zone', reason: string): CronOutcome => ({
        ok: false,
        field,
        reason,
      });
      const plain = (name: string) => name.trim().toLowerCase();
      if (kept.value.length >= MOST_JOBS) return refused('name', `there are ${MOST_JOBS} jobs, and no more fit`);
      if (kept.value.some(({ name }) => plain(name) === plain(draft.name))) {
        return refused('name', 'there is a job of this name');
      }
      const next = nextRun(draft.schedule, draft.timeZone, now());
      if (!next.ok) return refused(next.field, next.reason);
      const { name, schedule, timeZone, command, does } = draft;
      const id = crypto.randomUUID();
      times.set(id, next.at);
      const more = timeZone === undefined ? {} : { timeZone };
      const stored = { id, name, schedule, ...more, command, does, createdAt: now() };
      await kept.put(stored);
      return { ok: true, job: jobOf(stored) };
    },
    async remove(id) {
      running.get(id)?.abort();
      return kept.remove(id);
    },
    run: (id) => attempt(id),
  };
}

/** Does something under a lock that no other tab holds; false where one does. */
async function alone(locks: LockManager | undefined, name: string, work: () => Promise<boolean>): Promise<boolean> {
  if (!locks) return work();
  return locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : false));
}
