import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventType } from '@ag-ui/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyThread, foldEvents } from '@/lib/protocol';
import { openSqliteLog } from '@/lib/threads/sqlite';
import { bundleWorker } from '@/lib/threads/sqlite/testing/bundle-worker';
import { resultsOf } from './agent.fixture';

const LEASE_MS = 250;
/** How often a process is ended or held up, in all and with one log: whoever begins reads the whole of it. */
const KILLS = process.env.TOOLYARD_LONG ? 300 : 8;
const KILLS_PER_LOG = 30;

let folder = '';
let worker = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-kills-'));
  worker = await bundleWorker('lib/agent/testing/kill-worker.ts', folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const begin = (file: string): ChildProcess =>
  spawn(process.execPath, [worker, file, 't', String(LEASE_MS)], { stdio: ['ignore', 'ignore', 'inherit'] });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it.each([1, 2])(
  '%d processes on one folder, ended and held up past their lease at random: nothing is lost, nothing is doubled',
  async (processes) => {
    for (let kills = 0; kills < KILLS; kills += KILLS_PER_LOG) {
      await endAtRandom(join(folder, `${processes}-${kills}.db`), processes, Math.min(KILLS_PER_LOG, KILLS - kills));
    }
  },
  (60 + KILLS * 10) * 1_000,
);

async function endAtRandom(file: string, processes: number, kills: number): Promise<void> {
  const log = openSqliteLog(file);
  await log.create('t', 'me');
  const children = Array.from({ length: processes }, () => begin(file));
  const progress = async (): Promise<void> => {
    const before = (await log.find('t', 'me'))?.lastSeq ?? 0;
    await expect.poll(async () => (await log.find('t', 'me'))?.lastSeq ?? 0).toBeGreaterThan(before + 5);
  };
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await progress();
      await sleep(Math.random() * 60);
      const index = Math.floor(Math.random() * processes);
      const child = children[index];
      if (!child) continue;
      if (kill % 3 === 2) {
        child.kill('SIGSTOP');
        await sleep(1.5 * LEASE_MS);
        child.kill('SIGCONT');
      } else {
        await end(child);
        children[index] = begin(file);
      }
    }
    await progress();
  } finally {
    await Promise.all(children.map(end));
  }

  const entries = await log.read('t', 0);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  const events = entries.map(({ event }) => event);
  const results = resultsOf(events);
  expect(new Set(results).size).toBe(results.length);
  const made = events.flatMap((event) => (event.type === EventType.TOOL_CALL_START ? [event.toolCallId] : []));
  expect(new Set(made).size).toBe(made.length);
  const { messages, calls, callOrder, notices } = foldEvents(emptyThread, entries);
  expect(notices).toEqual([]);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  // Only what the last process was at may be open.
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const settled = new Set(messages.slice(0, last).map(({ id }) => id));
  const open = callOrder.filter((id) => !calls[id]?.result && settled.has(calls[id]?.messageId ?? ''));
  expect(open).toEqual([]);
  log.close();
}
