import { SandboxError, type FileChange, type Sandbox, type SandboxFs, type SandboxServer } from '@/lib/ports';
import { SandboxListeners } from '../../listeners';
import { Servers } from '../../servers';
import { askOnce, HttpFailure } from '../http/ask-once';
import { HttpClient } from '../http/http-client';
import { WORKDIR } from '../kernel/layout';
import { AnswerSchemas, type KernelMessage } from '../protocol/bridge';
import { Bridge } from './bridge';
import { toBytes, flatten } from './flatten';
import { openFrame, type Frame } from './frame';
import { PageProcess } from './page-process';
import { loadLateProgram, loadPackageFile, loadPrograms } from './programs';

/** Milliseconds after which a sandbox that has not started is given up. */
const BOOT_DEADLINE_MS = 15_000;

/** Milliseconds between pings to the frame, and how many may go unanswered: a busy machine does not mean that it is gone. */
const BEAT_MS = 2_000;
const MOST_UNANSWERED = 10;
const LOST =
  'the browser ended it: a program may have taken all memory there is. The files are there again, as they were saved last, once the page is reloaded';

/** Starts the embedded sandbox: a frame with an opaque origin and its own files, shell and node. Rejects if that fails. */
export async function createEmbeddedSandbox({ signal }: { signal?: AbortSignal } = {}): Promise<Sandbox> {
  const limit = AbortSignal.timeout(BOOT_DEADLINE_MS);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  const sandbox = new EmbeddedSandbox(await openFrame(either));
  try {
    await new Promise<void>((resolve, reject) => {
      sandbox.onReady = resolve;
      sandbox.on('error', ({ message }) => reject(new Error(message)));
      either.addEventListener('abort', () => reject(either.reason), { once: true });
    });
    // Files can be used at once. An error here is reported to whoever first needs a program.
    void sandbox.handOverPrograms().catch(() => undefined);
    return sandbox;
  } catch (error) {
    sandbox.teardown();
    throw error;
  }
}

/** A message carries the whole buffer behind a view, so a view on part of one is copied. */
const alone = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice();

class EmbeddedSandbox implements Sandbox {
  readonly kind = 'embedded';
  readonly workdir = WORKDIR;
  readonly shell = 'bash';
  readonly fs: SandboxFs;
  onReady: () => void = () => undefined;
  private readonly bridge: Bridge;
  private readonly http: HttpClient;
  private readonly listeners = new SandboxListeners();
  private readonly listening = new Servers(this.listeners);
  private readonly processes = new Map<number, PageProcess>();
  private readonly watchers = new Map<number, (change: FileChange) => void>();
  private programs: Promise<void> | undefined;
  private readonly heart: ReturnType<typeof setInterval>;
  private unanswered = 0;

  constructor(private readonly frame: Frame) {
    this.bridge = new Bridge(frame.port, (notice) => this.receive(notice));
    this.http = new HttpClient((id, sent) => this.bridge.send({ t: 'http', id, frame: sent }));
    frame.control.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.unanswered = 0;
      if (typeof data === 'string')
        this.listeners.emit('error', { message: `the sandbox failed: ${data.slice(0, 500)}` });
    };
    this.heart = setInterval(() => this.beat(), BEAT_MS);
    this.fs = this.makeFs();
  }

  /** Loads shell, git and search and passes them to the kernel, once. If that fails, the next call tries again. */
  handOverPrograms(): Promise<void> {
    this.programs ??= loadPrograms().then(
      (programs) => this.bridge.send({ t: 'programs', programs }),
      (error: unknown) => {
        this.programs = undefined;
        throw error;
      },
    );
    return this.programs;
  }

  on: Sandbox['on'] = (event, listener) => this.listeners.on(event, listener);

  spawn: Sandbox['spawn'] = async (command, args, options = {}) => {
    await this.handOverPrograms();
    const pid = this.bridge.newId();
    const { cwd = WORKDIR, env = {}, terminal } = options;
    const process = new PageProcess(pid, this.bridge, terminal !== undefined);
    this.processes.set(pid, process);
    try {
      await this.bridge.ask(AnswerSchemas.none, {
        op: 'spawn',
        pid,
        command,
        args: [...args],
        cwd,
        env,
        ...(terminal && { terminal }),
      });
      return process;
    } catch (error) {
      this.processes.delete(pid);
      throw error;
    }
  };

  mount: Sandbox['mount'] = (tree, options) =>
    this.bridge.ask(AnswerSchemas.none, { op: 'mount', files: flatten(tree, options?.mountPoint ?? WORKDIR) });

  export: Sandbox['export'] = (since) =>
    this.bridge.ask(AnswerSchemas.bytes, { op: 'export', ...(since !== undefined && { since }) });

  restore: Sandbox['restore'] = (snapshot) =>
    this.bridge.ask(AnswerSchemas.none, { op: 'restore', data: alone(snapshot) });

  search: Sandbox['search'] = async (query, signal) => {
    await this.handOverPrograms();
    return this.bridge.ask(AnswerSchemas.search, { op: 'search', query }, signal);
  };

  glob: Sandbox['glob'] = async (query, signal) => {
    await this.handOverPrograms();
    return this.bridge.ask(AnswerSchemas.glob, { op: 'glob', query }, signal);
  };

  get servers(): readonly SandboxServer[] {
    return this.listening.list;
  }

  request: Sandbox['request'] = async (port, { method, url, headers, body }, signal) => {
    try {
      const head = { method, url, headers: headers.map(([name, value]): [string, string] => [name, value]) };
      return await askOnce(this.http, port, head, body, signal);
    } catch (error) {
      throw error instanceof HttpFailure ? new SandboxError(error.code, error.message) : error;
    }
  };

  teardown(): void {
    clearInterval(this.heart);
    this.bridge.close();
    this.http.close('EPIPE', 'the sandbox is closed');
    this.frame.remove();
    for (const process of this.processes.values()) process.end(137);
    this.processes.clear();
  }

  /** If a program uses up all memory, the browser ends the frame's process without telling anyone. */
  private beat(): void {
    this.unanswered += 1;
    if (this.unanswered <= MOST_UNANSWERED) return this.frame.control.postMessage(null);
    this.teardown();
    this.listeners.emit('lost', { why: LOST });
  }

  private receive(notice: Exclude<KernelMessage, { t: 'answer' | 'failure' }>): void {
    switch (notice.t) {
      case 'ready':
        return this.onReady();
      case 'want-program':
        void loadLateProgram(notice.name).then((program) =>
          this.bridge.send({ t: 'late-program', name: notice.name, ...(program && { program }) }),
        );
        return;
      case 'want-package':
        void loadPackageFile(notice.file).then((bytes) =>
          this.bridge.send({ t: 'package', file: notice.file, ...(bytes && { bytes }) }),
        );
        return;
      case 'output':
        return this.processes.get(notice.pid)?.receive(notice.text);
      case 'exit':
        this.processes.get(notice.pid)?.end(notice.code);
        this.processes.delete(notice.pid);
        return;
      case 'changes':
        for (const { id, type, path } of notice.changes) this.watchers.get(id)?.({ type, path });
        return;
      case 'http':
        return this.http.receive(notice.id, notice.frame);
      case 'port': {
        const server = { port: notice.port, url: `http://localhost:${notice.port}/` };
        this.listening.changed(notice.open ? 'open' : 'close', server);
        if (notice.open) this.listeners.emit('server-ready', server);
        return;
      }
      case 'processes':
        return this.listeners.emit('processes', { count: notice.count });
      case 'error':
        return this.listeners.emit('error', { message: notice.message });
    }
  }

  private makeFs(): SandboxFs {
    const { bridge, watchers } = this;
    const { none, bytes, path: pathSchema, entries, stat } = AnswerSchemas;
    function readFile(path: string): Promise<Uint8Array>;
    function readFile(path: string, encoding: 'utf8'): Promise<string>;
    async function readFile(path: string, encoding?: 'utf8'): Promise<Uint8Array | string> {
      const data = await bridge.ask(bytes, { op: 'readFile', path });
      return encoding ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(data) : data;
    }
    return {
      readFile,
      writeFile: (path, data) => bridge.ask(none, { op: 'writeFile', path, data: toBytes(data) }),
      readdir: (path) => bridge.ask(entries, { op: 'readdir', path }),
      mkdir: (path, options) => bridge.ask(none, { op: 'mkdir', path, recursive: options?.recursive ?? false }),
      rm: (path, options) =>
        bridge.ask(none, { op: 'rm', path, recursive: options?.recursive ?? false, force: options?.force ?? false }),
      rename: (from, to) => bridge.ask(none, { op: 'rename', from, to }),
      stat: (path) => bridge.ask(stat, { op: 'stat', path }),
      realpath: (path) => bridge.ask(pathSchema, { op: 'realpath', path }),
      watch(path, listener) {
        const id = bridge.newId();
        watchers.set(id, listener);
        bridge.send({ t: 'watch', id, path });
        return () => {
          watchers.delete(id);
          bridge.send({ t: 'unwatch', id });
        };
      },
    };
  }
}
