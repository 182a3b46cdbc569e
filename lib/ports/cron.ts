import type { Observed } from './observed';

/** A prompt or a command line that runs at set times while its thread is open. */
export interface CronJob {
  readonly id: string;
  readonly name: string;
  /** Five fields, as in crontab. */
  readonly schedule: string;
  /** IANA name. Default: the browser's time zone. */
  readonly timeZone?: string;
  readonly command: string;
  /** Whether `command` is sent to the agent or run by the shell. */
  readonly does: 'prompt' | 'shell';
  /** Milliseconds since the epoch; undefined if it never runs again. */
  readonly nextRun?: number;
  /** Left out until its first run; `text` says how it went, or what it waits for. */
  readonly lastRun?: CronRun;
}

export interface CronRun {
  readonly at: number;
  readonly state: 'waiting' | 'running' | 'succeeded' | 'failed';
  readonly text: string;
}

/** What a job is created from. */
export type CronDraft = Pick<CronJob, 'name' | 'schedule' | 'timeZone' | 'command' | 'does'>;

export type CronOutcome =
  | { readonly ok: true; readonly job: CronJob }
  | { readonly ok: false; readonly field: 'name' | 'schedule' | 'time_zone'; readonly reason: string };

/** The schedule, kept in this browser. */
export interface CronStore extends Observed<readonly CronJob[]> {
  create(draft: CronDraft): Promise<CronOutcome>;
  /** Whether there was such a job. */
  remove(id: string): Promise<boolean>;
  /**
   * Runs a job now, outside its schedule; resolves when it is done. False if there is no such job, it is running already, or
   * another tab runs the thread.
   */
  run(id: string): Promise<boolean>;
}
