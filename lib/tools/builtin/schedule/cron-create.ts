import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { momentIn, ONLY_WHILE_OPEN } from './moment';
import { summaries } from '../summaries';

/** Maximum characters of a command. */
const MOST_COMMAND = 4000;

export const cronCreate = defineTool({
  name: 'CronCreate',
  description:
    'Puts a job into the schedule: at its times a prompt is said to you, or a command line is run by the shell. It runs ' +
    'only while a page of this site is open. Use it for what has to happen again and again, or later today. Do not use it ' +
    'for what can be done now, or to wait for a background command. A shell job is asked about like any call of Bash. ' +
    'After INVALID_ARGS fix the schedule: five fields, such as `*/15 * * * *` or `0 9 * * MON-FRI`.',
  kind: 'other',
  category: 'schedule',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['cron'],
  input: z.strictObject({
    name: z.string().trim().min(1).max(80).describe('What the job is called; every job has a name of its own.'),
    schedule: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe(
        'When, in five fields as crontab has them: minute, hour, day of month, month, day of week. Or `@daily`.',
      ),
    command: z
      .string()
      .trim()
      .min(1)
      .max(MOST_COMMAND)
      .describe('What is said to you as if a person said it, or the command line for the shell.'),
    does: z
      .enum(['prompt', 'shell'])
      .optional()
      .describe('Whether the command is a prompt or a shell line. Default prompt.'),
    time_zone: z
      .string()
      .min(1)
      .optional()
      .describe('The IANA time zone the schedule is meant in, such as `Europe/Berlin`. Default: that of the browser.'),
  }),
  titleFor: ({ name, schedule }) => `Schedule ${name} (${schedule})`,
  async execute({ name, schedule, command, does = 'prompt', time_zone }, context) {
    const cron = need(context, 'cron');
    if (!cron.ok) return cron.failure;
    const draft = { name, schedule, command, does, ...(time_zone !== undefined && { timeZone: time_zone }) };
    const outcome = await cron.value.create(draft);
    if (!outcome.ok) {
      const { field, reason } = outcome;
      const received = String({ name, schedule, time_zone }[field]).slice(0, 60);
      const expected = EXPECTED[field];
      return failure(
        'INVALID_ARGS',
        `The job was not made: ${field} "${received}": ${reason}. It should be ${expected}.`,
        {
          issues: [{ path: `$.${field}`, expected, received, message: reason }],
        },
      );
    }
    const { job } = outcome;
    const next = job.nextRun === undefined ? 'never' : momentIn(job.nextRun, job.timeZone);
    return {
      text: `Scheduled ${job.name}, id ${job.id}. Next run: ${next}. ${ONLY_WHILE_OPEN}`,
      summary: summaries(context).nextRun(job.nextRun === undefined ? undefined : next),
      details: { id: job.id, nextRun: job.nextRun },
    };
  },
});

const EXPECTED = {
  name: 'a name that no other job has',
  schedule: 'five fields as crontab has them',
  time_zone: 'an IANA time zone',
} as const;
