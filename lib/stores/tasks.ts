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
import type { KeyValue } from './database';
import { createTaskOutputs, quietly, type TaskOutputs } from './task-output';

/** Tasks of one thread that are kept. Beyond that, the oldest ones that have ended are dropped first. */
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

interface TaskStoreOptions {
  table: KeyValue;
  threadId: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Aborts when the thread is left: running work is asked to end. */
  signal: AbortSignal;
}

/** A thread's tasks, kept in this browser. Their outputs are stored beside them, each under its own key. */
export async function openTaskStore({ table, threadId, now, signal }: TaskStoreOptions): Promise<TaskStore> {
  const { subscribe, notify } = createListeners();
  const kept = await openPersisted<readonly Task[]>(table, `tasks:${threadId}`, z.array(TaskSchema), []);
  const outputs = createTaskOutputs(table, threadId, notify);
  await outputs.read(kept.value);
  kept.subscribe(() => {
    quietly(outputs.read(kept.value));
    notify();
  });
  if (!table.watching && kept.value.some(cutOff)) {
    quietly(kept.set(kept.value.map((task) => (cutOff(task) ? changed(task, { status: 'stopped' }, now()) : task))));
  }

  const get = (id: string) => kept.value.find((task) => task.id === id);
  const isRunning = (id: string) => get(id)?.status === 'running';

  const put = async (task: Task) => {
    const known = get(task.id) !== undefined;
    const all = known
      ? kept.value.map((other) => (other.id === task.id ? task : other))
      : withRoom([...kept.value, task]);
    outputs.keep(all);
    await kept.set(all);
  };
  /** The task exists at once; `stored` resolves when it is stored. */
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
  const ended = (id: string, until: AbortSignal) => whenNot(() => isRunning(id), subscribe, until);
  const work = createRunningWork(signal, outputs, update);

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
    async start(draft, stop) {
      const { task, stored } = make(draft, 'running');
      return work.start(task.id, stop, stored);
    },
    get,
    update,
    async stop(id) {
      if (work.askToStop(id)) await ended(id, NEVER);
      return get(id);
    },
    output: outputs.text,
    takeNew: outputs.takeNew,
    clearOutput: outputs.clear,
    ended,
  };
}

/** Work that runs in this page. */
interface Work {
  readonly stop: () => void;
  asked: boolean;
}

/** The running work of this page. All of it is asked to end when `signal` aborts. */
function createRunningWork(signal: AbortSignal, outputs: TaskOutputs, update: TaskStore['update']) {
  const running = new Map<string, Work>();

  /** False if the task does not run in this page. */
  const askToStop = (id: string): boolean => {
    const work = running.get(id);
    if (!work) return false;
    if (work.asked) return true;
    work.asked = true;
    try {
      work.stop();
    } catch {
      // It cannot be asked: it ends by itself or not at all.
    }
    return true;
  };
  signal.addEventListener('abort', () => [...running.keys()].forEach(askToStop), { once: true });

  return {
    askToStop,
    async start(id: string, stop: () => void, stored: Promise<void>): Promise<RunningTask> {
      const mine: Work = { stop, asked: false };
      running.set(id, mine);
      await stored;
      if (signal.aborted) askToStop(id);
      return {
        id,
        append(text) {
          if (text !== '' && running.get(id) === mine) outputs.append(id, text);
        },
        end(status, outcome = {}) {
          if (running.get(id) !== mine) return;
          running.delete(id);
          quietly(update(id, { status, ...outcome }));
        },
      };
    },
  };
}

/** Resolves once the condition no longer holds, checked at each change; rejects if the signal aborts first. */
const whenNot = (holds: () => boolean, subscribe: TaskStore['subscribe'], until: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!holds()) return resolve();
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
      if (holds()) return;
      leave();
      resolve();
    });
    until.addEventListener('abort', abort);
  });

const NEVER = new AbortController().signal;

/** Whether a task was the work of a page that is gone. A planned task keeps the status it was given. */
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
