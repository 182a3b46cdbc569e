import {
  createListeners,
  type RunningTask,
  type Task,
  type TaskChange,
  type TaskDraft,
  type TaskStatus,
  type TaskStore,
} from '@/lib/ports';
import { z } from 'zod';
import { openPersisted } from './persisted';
import type { KeyValue } from './key-value';
import { createLatestWrite, type LatestWrite } from './latest-write';
import { createTaskOutput, type TaskOutput } from './task-output';

/** Tasks of one thread that are kept; of more, those that have ended go first, the oldest before the others. */
export const KEPT_TASKS = 200;

const TaskSchema = z.object({
  id: z.string(),
  kind: z.enum(['plan', 'shell', 'agent']),
  title: z.string(),
  description: z.string().optional(),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'stopped']),
  owner: z.string().optional(),
  blockedBy: z.array(z.string()).optional(),
  createdAt: z.number(),
  startedAt: z.number().optional(),
  endedAt: z.number().optional(),
  exitCode: z.number().optional(),
});

const ID_PREFIX: Record<Task['kind'], string> = { plan: 'task', shell: 'shell', agent: 'agent' };

export interface TaskStoreOptions {
  table: KeyValue;
  threadId: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Aborts when the thread is left: what runs is asked to end. */
  signal: AbortSignal;
}

/** Work that goes on in this page. */
interface Live {
  readonly stop: () => void;
  asked: boolean;
}

/** A thread's tasks, kept in this browser. What they put out is kept beside them, each under its own key. */
export async function openTaskStore({ table, threadId, now, signal }: TaskStoreOptions): Promise<TaskStore> {
  const kept = await openPersisted<readonly Task[]>(table, `tasks:${threadId}`, z.array(TaskSchema), []);
  const outputs = new Map<string, TaskOutput>();
  const writes = new Map<string, LatestWrite>();
  const live = new Map<string, Live>();
  const { subscribe, notify } = createListeners();

  const outputKey = (id: string) => `task-output:${threadId}:${id}`;
  const readOutput = async (id: string): Promise<void> => {
    const text = await table.get(outputKey(id));
    outputs.set(id, createTaskOutput(typeof text === 'string' ? text : ''));
    notify();
  };
  const beginOutput = (id: string): LatestWrite => {
    const reading = createLatestWrite(() => readOutput(id));
    outputs.set(id, createTaskOutput());
    table.onWritten?.(outputKey(id), () => quietly(reading.request()));
    return reading;
  };
  const readNew = async (): Promise<void> => {
    const unknown = kept.value.filter(({ id }) => !outputs.has(id));
    await Promise.all(unknown.map(({ id }) => beginOutput(id).request()));
  };
  await readNew();
  kept.subscribe(() => {
    quietly(readNew());
    notify();
  });
  if (!table.watching && kept.value.some(cutOff)) {
    quietly(kept.set(kept.value.map((task) => (cutOff(task) ? changed(task, { status: 'stopped' }, now()) : task))));
  }

  const get = (id: string) => kept.value.find((task) => task.id === id);
  const isRunning = (id: string) => get(id)?.status === 'running';

  const saveOutput = (id: string) => {
    const write =
      writes.get(id) ??
      createLatestWrite(async () => {
        const output = outputs.get(id);
        await (output ? table.put(outputKey(id), output.text) : table.delete(outputKey(id)));
      });
    writes.set(id, write);
    quietly(write.request());
  };

  const put = async (task: Task) => {
    const known = get(task.id) !== undefined;
    const all = known
      ? kept.value.map((other) => (other.id === task.id ? task : other))
      : withRoom([...kept.value, task]);
    for (const id of outputs.keys()) if (!all.some((other) => other.id === id)) forgetOutput(id);
    if (!outputs.has(task.id)) beginOutput(task.id);
    await kept.set(all);
  };

  const forgetOutput = (id: string) => {
    outputs.delete(id);
    saveOutput(id);
  };

  /** The task is there at once, and stored later. */
  const make = (draft: TaskDraft, status: TaskStatus): { task: Task; stored: Promise<void> } => {
    const { id = nextId(kept.value, draft.kind), ...rest } = draft;
    if (isRunning(id)) throw new Error(`${id} runs already.`);
    const at = now();
    const createdAt = get(id)?.createdAt ?? at;
    const task = { ...rest, id, status, createdAt, ...(status === 'running' && { startedAt: at }) };
    return { task, stored: put(task) };
  };

  const update = async (id: string, change: TaskChange): Promise<Task | undefined> => {
    const before = get(id);
    if (!before) return undefined;
    const after = changed(before, change, now());
    await put(after);
    return after;
  };

  const askToStop = (id: string) => {
    const work = live.get(id);
    if (!work || work.asked) return;
    work.asked = true;
    try {
      work.stop();
    } catch {
      // It cannot be asked: it ends by itself, or not at all.
    }
  };

  const ended = (id: string, until: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!isRunning(id)) return resolve();
      if (until.aborted) return reject(until.reason);
      const leave = () => {
        unsubscribe();
        until.removeEventListener('abort', abort);
      };
      const abort = () => {
        leave();
        reject(until.reason);
      };
      const unsubscribe = subscribe(() => {
        if (isRunning(id)) return;
        leave();
        resolve();
      });
      until.addEventListener('abort', abort);
    });

  signal.addEventListener('abort', () => [...live.keys()].forEach(askToStop), { once: true });

  return {
    get value() {
      return kept.value;
    },
    subscribe,
    async create(draft) {
      const { task, stored } = make(draft, 'pending');
      await stored;
      return task;
    },
    async start(draft, stop): Promise<RunningTask> {
      const { task, stored } = make(draft, 'running');
      const { id } = task;
      const mine: Live = { stop, asked: false };
      live.set(id, mine);
      await stored;
      if (signal.aborted) askToStop(id);
      return {
        id,
        append(text) {
          if (text === '' || live.get(id) !== mine) return;
          outputs.get(id)?.append(text);
          saveOutput(id);
          notify();
        },
        end(status, facts = {}) {
          if (live.get(id) !== mine) return;
          live.delete(id);
          quietly(update(id, { status, ...facts }));
        },
      };
    },
    get,
    update,
    async stop(id) {
      if (live.has(id)) {
        askToStop(id);
        await ended(id, NEVER);
      }
      return get(id);
    },
    output: (id) => outputs.get(id)?.text,
    takeNew: (id) => outputs.get(id)?.takeNew(),
    clearOutput(id) {
      outputs.get(id)?.clear();
      saveOutput(id);
      notify();
    },
    ended,
  };
}

/** A table that refuses costs what a later page would know of this one, nothing else. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

const NEVER = new AbortController().signal;

/** Whether it was work of a page that is gone. A planned task that somebody is at stays as that was said. */
const cutOff = ({ kind, status }: Task): boolean => kind !== 'plan' && status === 'running';

const hasEnded = ({ status }: Task): boolean => status !== 'pending' && status !== 'running';

function changed(task: Task, change: TaskChange, at: number): Task {
  const next = { ...task, ...change };
  if (next.status === task.status) return next;
  const { endedAt: _, ...open } = next;
  if (hasEnded(next)) return { ...open, endedAt: at };
  return next.status === 'running' ? { ...open, startedAt: at } : open;
}

function nextId(tasks: readonly Task[], kind: Task['kind']): string {
  const prefix = `${ID_PREFIX[kind]}-`;
  const numbers = tasks.flatMap(({ id }) => (id.startsWith(prefix) ? Number(id.slice(prefix.length)) || 0 : []));
  return `${prefix}${Math.max(0, ...numbers) + 1}`;
}

function withRoom(tasks: readonly Task[]): readonly Task[] {
  const surplus = tasks.length - KEPT_TASKS;
  if (surplus <= 0) return tasks;
  const oldest = new Set(tasks.filter(hasEnded).slice(0, surplus));
  return tasks.filter((task) => !oldest.has(task));
}
