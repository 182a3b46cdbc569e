import type { CronDraft, CronJob, CronOutcome, CronRun, CronStore } from '@/lib/ports';
import { z } from 'zod';
import { openPersisted, type Persisted } from '../persisted';
import type { KeyValue } from '../database';
import { nextRun } from './next-run';

/** Maximum number of jobs per thread. */
const MOST_JOBS = 50;
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
  lastRun: z
    .object({ at: z.number(), state: z.enum(['waiting', 'running', 'succeeded', 'failed']), text: z.string() })
    .exactOptional(),
});
type Stored = z.infer<typeof StoredSchema>;

export interface CronOptions extends Pick<AlarmOptions, 'now' | 'wait' | 'signal'> {
  table: KeyValue;
  threadId: string;
  /** Runs a job, and reports when it has to wait and when it continues. Never rejects. */
  perform: (
    job: CronDraft,
    onState: (state: 'waiting' | 'running', text: string) => void,
    signal: AbortSignal,
  ) => Promise<{ ok: boolean; text: string }>;
}

/**
 * A thread's stored schedule, and the clock that runs its jobs until the signal aborts. A tab that only watches the thread shows
 * the jobs but runs none.
 */
export async function openCronStore(options: CronOptions): Promise<CronStore> {
  const { table, threadId, now, signal } = options;
  const kept = await openPersisted<readonly Stored[]>(table, `cron:${threadId}`, z.array(StoredSchema), []);
  const find = (id: string) => kept.value.find((stored) => stored.id === id);
  const dueTimes = createDueTimes(kept, now);
  const runs = createRuns(options, kept, find);
  const wake = createAlarm({
    ...options,
    next: dueTimes.next,
    ring: () => dueTimes.takeDue().forEach(({ id }) => void runs.attempt(id).catch(() => undefined)),
  });
  signal.addEventListener('abort', kept.subscribe(wake), { once: true });

  return {
    get value() {
      return dueTimes.jobs();
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
      const more = timeZone === undefined ? {} : { timeZone };
      const stored = { id, name, schedule, ...more, command, does, createdAt: now() };
      dueTimes.plan(stored);
      await kept.set([...kept.value, stored]);
      return { ok: true, job: dueTimes.jobOf(stored) };
    },
    async remove(id) {
      if (!find(id) || table.watching) return false;
      runs.abort(id);
      await kept.set(kept.value.filter((stored) => stored.id !== id));
      return true;
    },
    run: runs.attempt,
  };
}

/** When the stored jobs are due. */
function createDueTimes(kept: Persisted<readonly Stored[]>, now: () => number) {
  /** When each job is due next; undefined if it never is. */
  const times = new Map<string, number | undefined>();
  let view: { of: readonly Stored[]; jobs: readonly CronJob[] } | undefined;
  const plan = ({ id, schedule, timeZone }: Stored): void => {
    const next = nextRun(schedule, timeZone, now());
    times.set(id, next.ok ? next.at : undefined);
  };
  const jobOf = ({ createdAt: _createdAt, ...job }: Stored): CronJob => {
    const next = times.get(job.id);
    return { ...job, ...(next !== undefined && { nextRun: next }) };
  };
  const jobs = (): readonly CronJob[] => {
    if (view?.of === kept.value) return view.jobs;
    for (const stored of kept.value) if (!times.has(stored.id)) plan(stored);
    view = { of: kept.value, jobs: kept.value.map(jobOf) };
    return view.jobs;
  };
  return {
    plan,
    jobOf,
    jobs,
    next(): number | undefined {
      const known = jobs().flatMap((job) => job.nextRun ?? []);
      return known.length === 0 ? undefined : Math.min(...known);
    },
    /** The jobs that are due now; each is planned anew. */
    takeDue(): readonly Stored[] {
      const time = now();
      const due = kept.value.filter(({ id }) => (times.get(id) ?? Number.POSITIVE_INFINITY) <= time);
      due.forEach(plan);
      view = undefined;
      return due;
    },
  };
}

/** Runs jobs, one run of each at a time, and keeps how its last run went. */
function createRuns(
  { table, now, perform, signal }: CronOptions,
  kept: Persisted<readonly Stored[]>,
  find: (id: string) => Stored | undefined,
) {
  const running = new Map<string, AbortController>();
  const change = (id: string, lastRun: CronRun): Promise<void> =>
    kept.set(kept.value.map((stored) => (stored.id === id ? { ...stored, lastRun } : stored)));
  // A run that was still in progress when the thread was left was cut off.
  for (const { id, lastRun } of table.watching ? [] : kept.value) {
    if (lastRun?.state !== 'running' && lastRun?.state !== 'waiting') continue;
    void change(id, { ...lastRun, state: 'failed', text: 'The thread was left before it was done.' });
  }
  return {
    /** False if there is no such job, it runs already, or this tab may not run it. */
    async attempt(id: string): Promise<boolean> {
      const job = find(id);
      if (!job || running.has(id) || table.watching || signal.aborted) return false;
      const mine = new AbortController();
      running.set(id, mine);
      const at = now();
      const tell = (state: CronRun['state'], text: string) => change(id, { at, state, text: text.slice(0, KEPT_TEXT) });
      try {
        await tell('running', '');
        const told = (state: 'waiting' | 'running', text: string) => void tell(state, text);
        const { ok, text } = await perform(job, told, AbortSignal.any([signal, mine.signal]));
        await tell(ok ? 'succeeded' : 'failed', text);
      } finally {
        running.delete(id);
      }
      return true;
    },
    abort: (id: string) => running.get(id)?.abort(),
  };
}

/** Longest sleep, milliseconds: after the computer has slept, timers are late but the clock has moved on. */
const LONGEST_SLEEP_MS = 30_000;

interface AlarmOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** The time of the next ring; undefined if there is none. */
  next: () => number | undefined;
  /** Called when the time has come. */
  ring: () => void;
}

/** Rings whenever the time has come, until the signal aborts. Call the returned function when `next` has changed. */
function createAlarm({ now, wait, signal, next, ring }: AlarmOptions): () => void {
  let sleep = new AbortController();
  void (async () => {
    while (!signal.aborted) {
      const at = next();
      if (at !== undefined && at <= now()) {
        ring();
        continue;
      }
      sleep = new AbortController();
      const woken = AbortSignal.any([signal, sleep.signal]);
      await (at === undefined ? aborted(woken) : wait(Math.min(LONGEST_SLEEP_MS, at - now()), woken));
    }
  })();
  return () => sleep.abort();
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
