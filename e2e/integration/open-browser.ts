import 'fake-indexeddb/auto';
import { afterEach, expect } from 'vitest';
import { createClient } from '@/lib/client';
import type { Client } from '@/lib/client/state';
import { createFakeLocks } from '@/lib/client/testing/fake-locks';
import { wait } from '@/lib/client/wait';
import type { AgentOptions, ThreadState } from '@/lib/protocol';
import type { NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { SCENARIOS } from '@/lib/scenarios';
import { createTableSnapshots, openDatabase } from '@/lib/stores';
import { openSite } from './in-process-site';
import { createTypescriptSandbox } from './typescript-sandbox';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** One browser connected to the real server; closed after the test. Opens a page each time it is called. */
export async function openBrowser() {
  const site = await openSite();
  closing.push(site.close);
  const database = openDatabase(crypto.randomUUID());
  const locks = createFakeLocks();
  const open = (options: AgentOptions, threadId?: string): Client => {
    const sandboxes: Promise<NativeSandbox>[] = [];
    const host = createClient({
      options: { model: 'scripted', speed: 'instant', ...options },
      ...(threadId !== undefined && { threadId }),
      ports: {
        fetch: site.fetch,
        wait,
        locks,
        storage: {},
        database,
        snapshots: Promise.resolve(createTableSnapshots(database.workspaces)),
        codeRunner: async () => ({ ...createNodeCodeRunner(), warm: () => undefined }),
        adapters: {
          embedded() {
            const sandbox = createTypescriptSandbox();
            sandboxes.push(sandbox);
            return sandbox;
          },
          probe: async () => ({ ok: false, why: 'not here' }),
          webcontainer: () => Promise.reject(new Error('not here')),
        },
      },
    });
    closing.push(async () => {
      host.dispose();
      for (const sandbox of sandboxes) await (await sandbox).dispose();
    });
    return host;
  };
  return Object.assign(open, { database, log: site.log });
}

export const promptOf = (id: string): string => SCENARIOS.find((scenario) => scenario.id === id)?.prompt ?? '';

/** The invariant that everything must preserve. */
export function expectOneResultEach({ messages, callOrder }: ThreadState): void {
  const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
  expect(answered).toEqual(callOrder);
}
