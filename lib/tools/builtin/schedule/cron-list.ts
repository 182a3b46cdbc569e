import type { CronJob } from '@/lib/ports';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { momentIn, ONLY_WHILE_OPEN } from './moment';
import { naming } from '../../system';
import { summaries } from '../summaries';

/** Maximum characters shown of a job's command and of its last output. */
const SHOWN = 120;

export const cronList = defineTool({
  name: 'CronList',
  description:
    'Lists the jobs of the schedule: what each does, when it runs next, and how its last run went. Use it before you make ' +
    'or delete a job. Do not use it to wait for one. If nothing is found, there is no job yet: CronCreate makes one.',
  kind: 'read',
  category: 'schedule',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['cron'],
  annotations: { idempotentHint: true },
  titleFor: () => 'List the schedule',
  async execute(_input, context) {
    const cron = need(context, 'cron');
    if (!cron.ok) return cron.failure;
    const jobs = cron.value.value;
    if (jobs.length === 0)
      return {
        text: `There is no job.${naming(context, ['CronCreate'], (make) => ` ${make} makes one.`)}`,
        summary: summaries(context).jobs(0),
      };
    return {
      text: [...jobs.map((job, index) => `${index + 1}. ${lineOf(job)}`), ONLY_WHILE_OPEN].join('\n'),
      summary: summaries(context).jobs(jobs.length),
    };
  },
});

function lineOf({ id, name, schedule, command, does, nextRun, timeZone, lastRun }: CronJob): string {
  const next = nextRun === undefined ? 'never' : momentIn(nextRun, timeZone);
  const last = lastRun ? `${lastRun.state} at ${momentIn(lastRun.at, timeZone)}: ${oneLine(lastRun.text)}` : 'none yet';
  return `${name} (id ${id}), ${schedule}\n   ${does}: ${oneLine(command)}\n   next run: ${next}\n   last run: ${last}`;
}

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
};
