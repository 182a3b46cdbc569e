import type { Task } from '@/lib/ports';
import type { KeyValue } from './database';
import { createLatestWrite, type LatestWrite } from './latest-write';

/** Characters of one task's output that are kept; the oldest are dropped first. */
export const KEPT_OUTPUT = 200_000;
/** Characters over the limit that are tolerated, so that not every addition moves the whole text. */
const SLACK = 50_000;

/** The kept output of a task, and how far it has been read. */
interface TaskOutput {
  readonly text: string;
  append(text: string): void;
  /** The output since the last call. */
  takeNew(): string;
  clear(): void;
}

function createTaskOutput(text = ''): TaskOutput {
  let kept = text;
  /** Characters that were dropped before `kept`. */
  let dropped = 0;
  /** Characters that were read, counted from the very beginning. */
  let read = 0;
  return {
    get text() {
      return kept.slice(-KEPT_OUTPUT);
    },
    append(more) {
      kept += more;
      if (kept.length <= KEPT_OUTPUT + SLACK) return;
      dropped += kept.length - KEPT_OUTPUT;
      kept = kept.slice(-KEPT_OUTPUT);
    },
    takeNew() {
      const lost = dropped - read;
      const unread = kept.slice(Math.max(0, read - dropped));
      read = dropped + kept.length;
      return lost > 0 ? `[${lost} characters are left out here: there was too much output]\n${unread}` : unread;
    },
    clear() {
      kept = '';
      dropped = 0;
      read = 0;
    },
  };
}

/** The output of the tasks of one thread, each under its own key. */
export interface TaskOutputs {
  text(id: string): string | undefined;
  takeNew(id: string): string | undefined;
  append(id: string, text: string): void;
  clear(id: string): void;
  /** Reads the stored output of tasks that are not known here yet. */
  read(tasks: readonly Task[]): Promise<void>;
  /** Gets the list of all tasks: starts an output for each new one, and removes the output of all others. */
  keep(tasks: readonly Task[]): void;
}

export function createTaskOutputs(table: KeyValue, threadId: string, onChange: () => void): TaskOutputs {
  const outputs = new Map<string, TaskOutput>();
  const writes = new Map<string, LatestWrite>();
  const keyOf = (id: string) => `task-output:${threadId}:${id}`;

  /** Starts with an empty output; `request` of the result reads what is stored. */
  const begin = (id: string): LatestWrite => {
    const reading = createLatestWrite(async () => {
      const text = await table.get(keyOf(id));
      outputs.set(id, createTaskOutput(typeof text === 'string' ? text : ''));
      onChange();
    });
    outputs.set(id, createTaskOutput());
    table.onWritten?.(keyOf(id), () => quietly(reading.request()));
    return reading;
  };
  const save = (id: string): void => {
    const write =
      writes.get(id) ??
      createLatestWrite(async () => {
        const output = outputs.get(id);
        await (output ? table.put(keyOf(id), output.text) : table.delete(keyOf(id)));
      });
    writes.set(id, write);
    quietly(write.request());
  };

  return {
    text: (id) => outputs.get(id)?.text,
    takeNew: (id) => outputs.get(id)?.takeNew(),
    append(id, text) {
      outputs.get(id)?.append(text);
      save(id);
      onChange();
    },
    clear(id) {
      outputs.get(id)?.clear();
      save(id);
      onChange();
    },
    async read(tasks) {
      const unknown = tasks.filter(({ id }) => !outputs.has(id));
      await Promise.all(unknown.map(({ id }) => begin(id).request()));
    },
    keep(tasks) {
      for (const id of outputs.keys()) {
        if (tasks.some((task) => task.id === id)) continue;
        outputs.delete(id);
        save(id);
      }
      for (const { id } of tasks) if (!outputs.has(id)) begin(id);
    },
  };
}

/** Ignores failed writes: all that is lost is what a later page would know about this one. */
export const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);
