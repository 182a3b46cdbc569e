import type { Observed } from './observed';

/** A prompt or a command line that is run by the clock while its thread is open. */
export interface CronJob {
  readonly id: string;
  readonly name: string;
  /** Five fields, as crontab has them. */
  readonly schedule: string;
  /** IANA name; left out: the browser's. */
  readonly timeZone?: string;
  readonly command: string;
  /** Whether `command` is said to the agent or run by the shell. */
  readonly does: 'prompt' | 'shell';
  /** Milliseconds since the epoch; undefined where it never comes. */
  readonly nextRun?: number;
  /** Left out until it has run; `text` says how it went, or what it waits for. */
  readonly lastRun?: CronRun;
}

export interface CronRun {
  readonly at: number;
  readonly state: 'waiting' | 'running' | 'succeeded' | 'failed';
  readonly text: string;
}

/** What a job is made of. */
export type CronDraft = Pick<CronJob, 'name' | 'schedule' | 'timeZone' | 'command' | 'does'>;

export type CronOutcome =
  | { readonly ok: true; readonly job: CronJob }
  | { readonly ok: false; readonly field: 'name' | 'schedule' | 'time_zone'; readonly reason: string };

/** The schedule, kept in this browser. */
export interface CronStore extends Observed<readonly CronJob[]> {
  create(draft: CronDraft): Promise<CronOutcome>;
  /** Whether there was such a job. */
  remove(id: string): Promise<boolean>;
  /** Runs a job now, beside its times; resolves when it has run. False where there is none, or another tab is at it. */
  run(id: string): Promise<boolean>;
}
