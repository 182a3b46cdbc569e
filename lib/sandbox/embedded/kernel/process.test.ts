import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TreeFs } from '../fs/tree-fs';
import { INTERRUPT_GRACE_MS } from '../protocol/limits';
import { layOut, WORKDIR } from './layout';
import { Network } from './network';
import { PackageSet } from './package-set';
import { ProcessTable } from './process-table';
import { WorkerPool } from './worker-pool';
import { failureEvent } from '../testing/worker-double';

/** Stands in for a browser's worker, which cannot run here: the test says what it posts and how it fails. */
class SilentWorker {
  static readonly all: SilentWorker[] = [];
  /** What the kernel answers into. */
  answers: Int32Array = new Int32Array(4);
  typed = '';
  readonly heard: object[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: ReturnType<typeof failureEvent>) => void) | null = null;

  constructor() {
    SilentWorker.all.push(this);
  }

  postMessage(message: { memory?: SharedArrayBuffer; text?: string }): void {
    const { memory, text = '' } = message;
    this.heard.push(message);
    if (memory) this.answers = new Int32Array(memory, 0, 4);
    this.typed += text;
  }

  terminate(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
  SilentWorker.all.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function started(terminal?: { cols: number; rows: number }, wait?: Promise<void>) {
  const fs = new TreeFs(2 ** 20);
  layOut(fs);
  const pool = new WorkerPool(() => undefined);
  const program = new Blob(['']);
  pool.install({ shell: program, git: program, search: program });
  const written: string[] = [];
  const exits: number[] = [];
  const table = new ProcessTable(
    fs,
    pool,
    new Network(() => undefined),
    new PackageSet(() => undefined),
    () => undefined,
  );
  const process = table.start(
    { command: 'bash', args: [], cwd: WORKDIR, env: {}, terminal },
    {
      write(_fd, text) {
        written.push(text);
        return wait;
      },
    },
    { onExit: (code) => void exits.push(code) },
  );
  return { process, written, exits };
}

test('a worker that was ended while it loads says nothing more', () => {
  const { process, written, exits } = started();
  const [worker] = SilentWorker.all;
  process.kill('SIGINT');
  worker?.onerror?.(failureEvent('the script failed to load'));
  expect(written).toEqual([]);
  expect(exits).toEqual([130]);
});

test('a worker that fails ends its process, which says why, and the page has no error of it', () => {
  const { written, exits } = started();
  const failure = failureEvent('out of memory');
  SilentWorker.all[0]?.onerror?.(failure);
  expect(failure.defaultPrevented).toBe(true);
  expect(written).toEqual(['bash: out of memory\n']);
  expect(exits).toEqual([1]);
});

test('what a replaced shell still says does not end the one in its place', () => {
  const { process, written, exits } = started({ cols: 80, rows: 24 });
  process.write('\x03');
  vi.advanceTimersByTime(INTERRUPT_GRACE_MS);
  const [old] = SilentWorker.all;
  old?.onmessage?.({ data: { t: 'exit', code: 7 } });
  old?.onerror?.(failureEvent('too late'));
  expect(written).toEqual([]);
  expect(exits).toEqual([]);
  SilentWorker.all.at(-1)?.onmessage?.({ data: { t: 'exit', code: 0 } });
  expect(exits).toEqual([0]);
});

test('a shell in the place of one that waited gets no answer that it did not ask for', async () => {
  let goOn = (): void => undefined;
  const wait = new Promise<void>((resolve) => (goOn = resolve));
  const { process, written } = started({ cols: 80, rows: 24 }, wait);
  SilentWorker.all[0]?.onmessage?.({ data: { t: 'syscall', request: { op: 'output', fd: 1, text: 'x' } } });
  process.write('\x03');
  vi.advanceTimersByTime(INTERRUPT_GRACE_MS);
  expect(SilentWorker.all.filter(({ onmessage }) => onmessage)).toHaveLength(2);
  goOn();
  await wait;
  expect(written).toEqual(['x']);
  for (const { answers } of SilentWorker.all) expect([...answers]).toEqual([0, 0, 0, 0]);
});

test.each([
  ['at once', ['\x03ls\r']],
  ['before the shell is replaced', ['sleep 9\r', '\x03', 'l', 's\r']],
])('what is typed after Ctrl-C, %s, is for the shell in its place', (_when, typed) => {
  const { process } = started({ cols: 80, rows: 24 });
  for (const text of typed) process.write(text);
  vi.advanceTimersByTime(INTERRUPT_GRACE_MS);
  const replacing = SilentWorker.all.findLast(({ onmessage }) => onmessage);
  expect(replacing).not.toBe(SilentWorker.all[0]);
  expect(replacing?.typed).toBe('ls\r');
});

test('a process that is stopped is answered once it goes on, and ends when it is killed', () => {
  const { process, written, exits } = started();
  const [worker] = SilentWorker.all;
  const say = (text: string) => worker?.onmessage?.({ data: { t: 'syscall', request: { op: 'output', fd: 1, text } } });
  process.kill('SIGSTOP');
  say('one');
  expect([written, worker?.answers[0]]).toEqual([[], 0]);
  process.kill('SIGCONT');
  expect([written, worker?.answers[0]]).toEqual([['one'], 1]);
  process.kill('SIGSTOP');
  process.kill('SIGTERM');
  expect(exits).toEqual([143]);
});

const STARTS_BASH = {
  t: 'spawn',
  command: 'bash',
  args: [],
  cwd: WORKDIR,
  env: {},
  inheritOutput: true,
  inheritInput: false,
};

test('what a program has started is stopped with it, and goes on with it', () => {
  const { process, written } = started();
  const [worker] = SilentWorker.all;
  worker?.onmessage?.({ data: { ...STARTS_BASH, id: 1 } });
  const say = (text: string) =>
    SilentWorker.all.at(-1)?.onmessage?.({ data: { t: 'syscall', request: { op: 'output', fd: 1, text } } });
  process.kill('SIGSTOP', true);
  say('one');
  expect(written).toEqual([]);
  process.kill('SIGCONT', true);
  expect(written).toEqual(['one']);
});

test('Ctrl-C ends what a program has started, too, but not what is detached', () => {
  const { process } = started();
  const [worker] = SilentWorker.all;
  worker?.onmessage?.({ data: { t: 'handles', signals: ['SIGINT'] } });
  const terminated = vi.spyOn(SilentWorker.prototype, 'terminate');
  worker?.onmessage?.({ data: { ...STARTS_BASH, id: 1 } });
  worker?.onmessage?.({ data: { ...STARTS_BASH, id: 2, detached: true } });
  process.kill('SIGINT', true);
  expect(terminated.mock.contexts).toEqual([SilentWorker.all.at(-2)]);
});

test('what outlives the program that started it is stopped by Ctrl-C, and ends with the first of all', () => {
  const { process } = started();
  const [first] = SilentWorker.all;
  first?.onmessage?.({ data: { t: 'handles', signals: ['SIGINT'] } });
  first?.onmessage?.({ data: { ...STARTS_BASH, id: 1 } });
  const middle = SilentWorker.all.at(-1);
  middle?.onmessage?.({ data: { ...STARTS_BASH, id: 1 } });
  const last = SilentWorker.all.at(-1);
  middle?.onmessage?.({ data: { ...STARTS_BASH, id: 2, detached: true } });
  const detached = SilentWorker.all.at(-1);
  const terminated = vi.spyOn(SilentWorker.prototype, 'terminate');
  middle?.onerror?.(failureEvent('out of memory'));
  expect(terminated.mock.contexts).toEqual([middle]);
  process.kill('SIGINT', true);
  expect(terminated.mock.contexts).toEqual([middle, last]);
  process.kill('SIGKILL');
  expect(terminated.mock.contexts).toEqual([middle, last, first, detached]);
});

test('a shell in the place of one that was stopped is not', () => {
  const { process, exits } = started({ cols: 80, rows: 24 });
  process.kill('SIGSTOP');
  process.write('\x03');
  vi.advanceTimersByTime(INTERRUPT_GRACE_MS);
  SilentWorker.all.at(-1)?.onmessage?.({ data: { t: 'exit', code: 0 } });
  expect(exits).toEqual([0]);
});

/** Starts a program from the terminal's shell, and returns both workers. */
function startedAtTerminal() {
  const { process, written } = started({ cols: 80, rows: 24 });
  const [shell] = SilentWorker.all;
  const spawn = { t: 'spawn', id: 1, command: 'git', args: [], cwd: WORKDIR, env: {} };
  shell?.onmessage?.({ data: { ...spawn, inheritOutput: true, inheritInput: true, tty: [0, 1] } });
  const program = SilentWorker.all.findLast(({ onmessage }) => onmessage);
  return { process, written, shell, program };
}

test('a program knows which of its streams are the terminal, and its size as it changes', () => {
  const { process, program } = startedAtTerminal();
  expect(program?.heard).toMatchObject([{ spec: { tty: { cols: 80, rows: 24, streams: [0, 1] } } }]);
  process.resize({ cols: 100, rows: 30 });
  expect(program?.heard.at(-1)).toEqual({ t: 'resize', size: { cols: 100, rows: 30 } });
});

test('the shell at a terminal hears of raw mode, which ends with the program; until then Ctrl-C is a key', () => {
  const { process, shell, program } = startedAtTerminal();
  const modes = () => shell?.heard.filter((message) => Reflect.get(message, 't') === 'raw-mode');
  program?.onmessage?.({ data: { t: 'raw-mode', raw: true } });
  process.write('\x03');
  vi.advanceTimersByTime(INTERRUPT_GRACE_MS);
  expect(shell?.onmessage).not.toBeNull();
  expect(shell?.typed).toBe('\x03');
  expect(SilentWorker.all.filter(({ onmessage }) => onmessage)).toHaveLength(2);
  program?.onmessage?.({ data: { t: 'exit', code: 0 } });
  expect(modes()).toEqual([
    { t: 'raw-mode', raw: true },
    { t: 'raw-mode', raw: false },
  ]);
});
