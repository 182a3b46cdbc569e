import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';

export const cronDelete = defineTool({
  name: 'CronDelete',
  description:
    'Takes a job out of the schedule; if it runs at the moment, it is stopped. Use it when a job is no longer wanted. Do ' +
    'not use it to change one: delete it, then make it anew with CronCreate. After NOT_FOUND look at CronList.',
  kind: 'other',
  category: 'schedule',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['cron'],
  input: z.strictObject({
    job: z.string().trim().min(1).describe('The id of the job, or its name, as CronList shows them.'),
  }),
  titleFor: ({ job }) => `Delete the job ${job}`,
  async execute({ job: wanted }, context) {
    const cron = need(context, 'cron');
    if (!cron.ok) return cron.failure;
    const jobs = cron.value.value;
    const plain = wanted.toLowerCase();
    const job = jobs.find(({ id }) => id === wanted) ?? jobs.find(({ name }) => name.toLowerCase() === plain);
    if (!job || !(await cron.value.remove(job.id))) {
      const names = jobs.map(({ name }) => name).join(', ');
      const hint = names === '' ? 'There is no job at all.' : `The jobs: ${names}.`;
      return failure('NOT_FOUND', `There is no job "${wanted}". ${hint}`);
    }
    return { text: `Deleted the job ${job.name}. It will not run again.`, summary: job.name };
  },
});
