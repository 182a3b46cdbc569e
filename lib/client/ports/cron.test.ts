import 'fake-indexeddb/auto';
import type { CronDraft, CronStore } from '@/lib/ports';
import { openDatabase } from '@/lib/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCron } from './cron';

const REPORT: CronDraft = { name: 'Report', schedule: '0 9 * * *', command: 'How are the tests?', does: 'prompt' };

let closed: AbortController;
let waiting: (() => void)[];
let said: string[];
let ran: unknown[];
let cron: CronStore;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

beforeEach(async () => {
  closed = new AbortController();
  said = [];
  ran = [];
  waiting = [];
  const ports = await openCron({
    tables: openDatabase(crypto.randomUUID()),
    now: Date.now,
    wait: (_ms, signal) => aborted(signal),
    threadId: 't',
    signal: closed.signal,
    async say(prompt, signal) {
      await Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), aborted(signal)]);
      if (!signal.aborted) said.push(prompt);
      return !signal.aborted;
    },
    async runCommand(input) {
      ran.push(input);
      const timings = { queuedAt: 0, startedAt: 0, endedAt: 0 };
      return { callId: 'c', phase: 'denied', result: { success: false, text: 'No.', error: 'GATE_DENIED' }, timings };
    },
  });
  if (!ports.cron) throw new Error('There is no schedule.');
  cron = ports.cron;
});
afterEach(() => closed.abort());

/** Once one, and only one, waits for it. */
async function becomeIdle(): Promise<void> {
  await expect.poll(() => waiting).toHaveLength(1);
  waiting.shift()?.();
}

async function make(draft: CronDraft): Promise<string> {
  const outcome = await cron.create(draft);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.job.id;
}
const stateOf = (id: string) => cron.value.find((job) => job.id === id)?.lastRun?.state;

describe('what the schedule does', () => {
  it('says a prompt once the agent is idle, and tells who says it', async () => {
    const id = await make(REPORT);
    const run = cron.run(id);
    await expect.poll(() => stateOf(id)).toBe('waiting');
    expect(said).toEqual([]);
    await becomeIdle();
    await run;
    expect(said).toEqual(['How are the tests?\n\n(Said by the schedule: the job "Report".)']);
    expect(stateOf(id)).toBe('succeeded');
  });

  it('says one prompt after the other, each when the agent is idle again', async () => {
    const runs = [await make(REPORT), await make({ ...REPORT, name: 'Second' })].map((id) => cron.run(id));
    for (const count of [1, 2]) {
      await becomeIdle();
      await expect.poll(() => said).toHaveLength(count);
    }
    await Promise.all(runs);
  });

  it('does not say what was removed while it waited', async () => {
    const id = await make(REPORT);
    const run = cron.run(id);
    await expect.poll(() => stateOf(id)).toBe('waiting');
    await cron.remove(id);
    await run;
    expect(said).toEqual([]);
  });

  it('runs a command line as a call of Bash, and keeps what came of it', async () => {
    const id = await make({ ...REPORT, does: 'shell', command: 'date' });
    await cron.run(id);
    expect(ran).toEqual([{ command: 'date', description: 'Schedule: Report' }]);
    expect(cron.value[0]?.lastRun).toMatchObject({ state: 'failed', text: 'No.' });
  });
});
