'use client';

import type { CronJob, CronRun } from '@/lib/ports';
import { Play, Trash2 } from 'lucide-react';
import { IconButton } from '../../../elements/button';
import { cx } from '../../../elements/cx';
import { zonedTime } from '../../../elements/format';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useLocale, useText } from '../../../messages/use-text';
import { useAct, useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';

const TONES: Readonly<Record<CronRun['state'], string>> = {
  waiting: 'text-wait',
  running: 'text-run',
  succeeded: 'text-ok',
  failed: 'text-bad',
};

/** The scheduled jobs: when each runs next and how its last run went. */
export default function ScheduleView() {
  const act = useAct();
  const [text, names] = [useText('storeViews'), useText('stores')];
  const cron = useClientState((state) => state.ports.cron);
  const jobs = useObserved(cron) ?? [];
  if (jobs.length === 0) {
    return <EmptyNote>{text.rich('jobsNone', TAGS)}</EmptyNote>;
  }
  return (
    <>
      <PaneTitle end={<span className="tabular-nums">{text('jobsCount', { count: jobs.length })}</span>}>
        {names('schedule')}
      </PaneTitle>
      <p className="shrink-0 px-3 pb-1 text-xs text-faint">{text('jobsExplain')}</p>
      <ul aria-label={text('jobs')} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto pb-1.5">
        {jobs.map((job) => (
          <Line
            key={job.id}
            job={job}
            onRun={() => act(() => cron?.run(job.id))}
            onDelete={() => act(() => cron?.remove(job.id))}
          />
        ))}
      </ul>
    </>
  );
}

function Line({ job, onRun, onDelete }: { job: CronJob; onRun: () => void; onDelete: () => void }) {
  const [text, locale] = [useText('storeViews'), useLocale()];
  const { name, schedule, does, command, nextRun, timeZone, lastRun } = job;
  const busy = lastRun?.state === 'running' || lastRun?.state === 'waiting';
  return (
    <li className="flex items-start gap-1 px-3 py-1.5 hover:bg-hover">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex items-baseline gap-2">
          <b className="truncate font-medium">{name}</b>
          <code className="shrink-0 text-2xs text-faint">{schedule}</code>
        </p>
        <p className="truncate text-xs text-dim" title={command}>
          {does === 'shell' ? <code>{command}</code> : text('prompt', { prompt: command })}
        </p>
        <p className="text-2xs text-faint tabular-nums">
          {text('nextRun', { time: nextRun === undefined ? text('never') : zonedTime(nextRun, locale, timeZone) })}
        </p>
        {lastRun && (
          <p className="min-w-0 truncate text-2xs" title={lastRun.text}>
            <span className={cx('tabular-nums', TONES[lastRun.state])}>
              {text('jobIs', { state: lastRun.state, time: zonedTime(lastRun.at, locale, timeZone) })}
            </span>{' '}
            <span className="text-faint">{lastRun.text}</span>
          </p>
        )}
      </div>
      <IconButton label={text('runNow', { name })} disabled={busy} onClick={onRun}>
        <Play aria-hidden size={13} />
      </IconButton>
      <IconButton label={text('delete', { name })} onClick={onDelete}>
        <Trash2 aria-hidden size={13} />
      </IconButton>
    </li>
  );
}
