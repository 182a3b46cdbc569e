import 'fake-indexeddb/auto';
import { z } from 'zod';
import type { Language, PermissionMode } from '@/lib/protocol';
import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { createTableSnapshots, openDatabase } from '@/lib/stores';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool, type AnyTool } from '@/lib/tools/tool';
import { createClient } from '../create-client';
import type { Client, ClientState } from '../state';
import type { Visibility } from '../thread/visibility';
import { createFakeLocks } from './fake-locks';
import { createFakeStorage } from './fake-storage';
import type { createFakeServer } from './fake-server';

/** Tools whose runs a test can count and hold. */
export function createTestTools() {
  const runs: string[] = [];
  let release: () => void = () => undefined;
  let held = new Promise<void>((resolve) => (release = resolve));
  const input = z.strictObject({ name: z.string().describe('Which.') });
  const tools: AnyTool[] = [
    eraseTool(
      defineTool({
        name: 'Look',
        description: 'Reads a file.',
        kind: 'read',
        input,
        async execute({ name }, { sandbox }) {
          runs.push(`Look ${name}`);
          return (await sandbox?.fs.readFile(`${sandbox.workdir}/${name}`, 'utf8')) ?? 'no sandbox';
        },
      }),
    ),
    eraseTool(
      defineTool({
        name: 'Change',
        description: 'Writes a file.',
        kind: 'edit',
        source: 'builtin',
        input,
        async execute({ name }, { sandbox }) {
          runs.push(`Change ${name}`);
          await sandbox?.fs.writeFile(`${sandbox.workdir}/${name}`, 'changed\n');
          return `Changed ${name}.`;
        },
      }),
    ),
    eraseTool(
      defineTool({
        name: 'Slow',
        description: 'Takes until it is released.',
        kind: 'execute',
        input,
        async execute({ name }, { signal, onOutput }) {
          runs.push(`Slow ${name}`);
          onOutput('working');
          await Promise.race([
            held,
            new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
          ]);
          return `Slow ${name} is done.`;
        },
      }),
    ),
  ];
  return {
    tools,
    runs,
    release() {
      release();
      held = new Promise((resolve) => (release = resolve));
    },
  };
}

/** One browser: what its tabs share. */
export function createBrowser(server: Pick<ReturnType<typeof createFakeServer>, 'fetch'>, tools = createTestTools()) {
  const database = openDatabase(crypto.randomUUID());
  const locks = createFakeLocks();
  const local = createFakeStorage();
  const open: Client[] = [];
  const sandboxes: Promise<NativeSandbox>[] = [];
  return {
    tools,
    database,
    storage: { local },
    /** Opens the page in a tab, with the given thread if there is an id. */
    tab(
      options: {
        threadId?: string;
        mode?: PermissionMode;
        language?: Language;
        visibility?: Visibility;
        /** How long anything is waited for at most, milliseconds. */
        longestWait?: number;
      } = {},
    ): Client {
      const { threadId, mode = 'bypassPermissions', language, visibility, longestWait = 5 } = options;
      const host = createClient({
        options: { mode },
        ...(language && { language }),
        ...(threadId !== undefined && { threadId }),
        ports: {
          fetch: server.fetch,
          wait: (ms, signal) =>
            new Promise((resolve) => {
              if (signal.aborted) return resolve();
              const done = (): void => {
                clearTimeout(timer);
                signal.removeEventListener('abort', done);
                resolve();
              };
              const timer = setTimeout(done, Math.min(ms, longestWait));
              signal.addEventListener('abort', done, { once: true });
            }),
          locks,
          ...(visibility && { visibility }),
          storage: { local },
          database,
          snapshots: Promise.resolve(createTableSnapshots(database.workspaces)),
          codeRunner: async () => ({ ...createNodeCodeRunner(), warm: () => undefined }),
          tools: tools.tools,
          adapters: {
            embedded() {
              const sandbox = createNativeSandbox();
              sandboxes.push(sandbox);
              return sandbox;
            },
            probe: async () => ({ ok: false, why: 'not here' }),
            webcontainer: () => Promise.reject(new Error('not here')),
          },
        },
      });
      open.push(host);
      return host;
    },
    async close() {
      for (const host of open) host.dispose();
      for (const sandbox of sandboxes) await (await sandbox).dispose();
    },
  };
}

/** Resolves with the first state that fits. */
export const until = (host: Client, fits: (state: ClientState) => boolean): Promise<ClientState> =>
  new Promise((resolve) => {
    const look = (state: ClientState) => {
      if (!fits(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = host.store.subscribe(look);
    look(host.store.getState());
  });

export const idle = (state: ClientState): boolean => state.status === 'idle';
