import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCodeWorker } from './ask-worker';
import { TaskSchema } from './questions';

const UPDATE = { root: '/p', files: [] };
const QUESTION = { op: 'diagnostics', path: '/p/a.ts' } as const;
const live = new AbortController().signal;

/** A worker whose answers a test gives. */
class FakeWorker {
  static readonly all: FakeWorker[] = [];
  readonly asked: number[] = [];
  ended = false;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  postMessage(data: unknown): void {
    this.asked.push(TaskSchema.parse(data).id);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(data: unknown): void {
    this.onmessage?.(new MessageEvent('message', { data }));
  }
}

const start = (): FakeWorker => {
  const worker = new FakeWorker();
  FakeWorker.all.push(worker);
  return worker;
};
const latest = (): FakeWorker => FakeWorker.all.at(-1) ?? start();

afterEach(() => {
  vi.useRealTimers();
  FakeWorker.all.length = 0;
});

describe('the worker of the language service', () => {
  it('starts with the first question, and gives each its answer', async () => {
    const worker = createCodeWorker(start);
    expect(FakeWorker.all).toHaveLength(0);
    const answers = [worker.ask(UPDATE, QUESTION, live), worker.ask(UPDATE, QUESTION, live)];
    latest().answer('nonsense');
    latest().answer({ ok: true, id: latest().asked[1], value: 'second' });
    latest().answer({ ok: false, id: latest().asked[0], message: 'no such file' });
    await expect(answers[0]).rejects.toThrow('no such file');
    await expect(answers[1]).resolves.toBe('second');
    expect(FakeWorker.all).toHaveLength(1);
  });

  it('begins anew after one that took too long, and says that it knows nothing any more', async () => {
    vi.useFakeTimers();
    const worker = createCodeWorker(start);
    const slow = expect(worker.ask(UPDATE, QUESTION, live)).rejects.toThrow('took too long');
    const { generation } = worker;
    await vi.advanceTimersByTimeAsync(60_000);
    await slow;
    expect([latest().ended, worker.generation > generation]).toEqual([true, true]);
    void worker.ask(UPDATE, QUESTION, live).catch(() => undefined);
    expect(FakeWorker.all).toHaveLength(2);
  });

  it('says why it cannot run', async () => {
    const worker = createCodeWorker(start);
    const asked = worker.ask(UPDATE, QUESTION, live);
    latest().onerror?.({ message: '' });
    await expect(asked).rejects.toThrow('it could not be loaded');
  });

  it('lets go of a question that is given up, and of all when it is ended', async () => {
    const worker = createCodeWorker(start);
    const abort = new AbortController();
    const given = worker.ask(UPDATE, QUESTION, abort.signal);
    abort.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    const last = worker.ask(UPDATE, QUESTION, live);
    worker.dispose();
    await expect(last).rejects.toThrow('was ended');
    expect(latest().ended).toBe(true);
  });
});
