'use client';

import type { CronJob, CronRun } from '@/lib/ports';
import { cx } from '../../elements/cx';
import { clockOf } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { useObserved } from '../../state/use-observed';

/** When this page was loaded: earlier runs are not shown. */
const BEGAN = Date.now();

const TONES: Readonly<Record<CronRun['state'], string>> = {
  waiting: 'text-wait',
  running: 'text-run',
  succeeded: 'text-ok',
  failed: 'text-bad',
};

/** Command lines that the schedule has run beside the conversation, so that their changes to files are no surprise. */
export function ScheduledRuns() {
  const jobs = useObserved(useClientState((state) => state.ports.cron)) ?? [];
  return jobs.map((job) => (isShown(job) ? <Run key={job.id} job={job} run={job.lastRun} /> : null));
}

const isShown = (job: CronJob): job is CronJob & { lastRun: CronRun } =>
  job.does === 'shell' && job.lastRun !== undefined && job.lastRun.at >= BEGAN;

function Run({ job: { name, command }, run }: { job: CronJob; run: CronRun }) {
  const [text, locale] = [useText('thread'), useLocale()];
  return (
    <details
      aria-label={text('schedule', { name })}
      className="rounded-lg border border-line bg-panel px-3 py-1.5 text-xs text-dim"
    >
      <summary className="flex cursor-default items-center gap-2 select-none">
        <b className="shrink-0 font-medium text-text">{text('schedule', { name })}</b>
        <code className="min-w-0 truncate">{command}</code>
        <span className={cx('ml-auto shrink-0 tabular-nums', TONES[run.state])}>
          {text('jobIs', { state: run.state })} {clockOf(run.at, locale)}
        </span>
      </summary>
      <pre className="mt-1 max-h-40 overflow-auto break-words whitespace-pre-wrap">{run.text || text('noOutput')}</pre>
    </details>
  );
}
