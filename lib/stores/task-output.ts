import type { Task } from '@/lib/ports';
import type { KeyValue } from './key-value';
import { createLatestWrite, type LatestWrite } from './latest-write';

/** Characters of one task's output that are kept; the oldest go first. */
export const KEPT_OUTPUT = 200_000;
/** Characters over the limit that are let stand, so that not every addition moves the whole text. */
const SLACK = 50_000;

/** What a task has put out, as far as it is kept, and how far it was read. */
interface TaskOutput {
  readonly text: string;
  append(text: string): void;
  /** What came since the last call. */
  takeNew(): string;
  clear(): void;
}

function createTaskOutput(text = ''): TaskOutput {
  let kept = text;
  /** Characters that were dropped in front of `kept`. */
  let dropped = 0;
  /** Characters that were read, of all there ever were. */
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

/** What the tasks of one thread have put out, each under a key of its own. */
export interface TaskOutputs {
  text(id: string): string | undefined;
  takeNew(id: string): string | undefined;
  append(id: string, text: string): void;
  clear(id: string): void;
  /** Reads what is stored of those tasks of which nothing is known here. */
  read(tasks: readonly Task[]): Promise<void>;
  /** These are all tasks there are: begins the output of a new one, and removes that of any other. */
  keep(tasks: readonly Task[]): void;
}

export function createTaskOutputs(table: KeyValue, threadId: string, onChange: () => void): TaskOutputs {
  const outputs = new Map<string, TaskOutput>();
  const writes = new Map<string, LatestWrite>();
  const keyOf = (id: string) => `task-output:${threadId}:${id}`;

  /** An empty output, until what is stored of it is asked for. */
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

/** A table that refuses costs what a later page would know of this one, nothing else. */
export const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);
