import { VERSION } from './early';
import { Buffer } from 'buffer';
import { inspect } from 'node-inspect-extracted';
import { resolveFrom } from '../fs/paths';
import { Children } from '../program/children';
import { AskSide } from '../protocol/channel';
import { KernelToWorkerSchema, type ProcessSpec, type WorkerMessage } from '../protocol/process';
import { SysClient } from '../protocol/sys-client';
import { invalidType } from './argument-errors';
import { readArguments, type NodeTask } from './arguments';
import { addBase64url } from './base64url';
import { makeBuiltins } from './builtins';
import { makeConsole } from './builtins/console';
import { completeWebCrypto } from './builtins/crypto/web-crypto';
import { makeProcess, type GuestProcess } from './builtins/process';
import { EventLoop } from './event-loop';
import type { Guest } from './guest';
import { InputQueue } from './input-queue';
import { makeFetch } from './http/fetch';
import { GuestNetwork } from './http/guest-network';
import { lockDown } from './lock-down';
import { Loader } from './modules/loader';
import { keepForNativePromises } from './native-promises';
import { tellRejection } from './rejections';
import { cleanStackTraces, fatalText } from './stack';
import { runTestFiles } from './testing/run-files';

const send = self.postMessage.bind(self);
const listen = self.addEventListener.bind(self);
const post = (message: WorkerMessage) => send(message);

/** The node worker: one program, then it is thrown away. */
listen('message', ({ data }: MessageEvent<unknown>) => {
  const message = KernelToWorkerSchema.safeParse(data);
  if (message.success && message.data.t === 'start') start(message.data.spec, message.data.memory);
});

function start(spec: ProcessSpec, memory: SharedArrayBuffer): void {
  const task = readArguments(spec.args);
  const sys = new SysClient(new AskSide(memory, (message) => send(message)));
  let ended = false;
  const end = (code: number): never => {
    if (!ended) {
      ended = true;
      try {
        process.emit('exit', code);
      } catch (error) {
        sys.output(2, fatalText(error));
      }
      post({ t: 'exit', code: (process.exitCode ?? code) & 255 });
    }
    // Nothing of the program runs any more: the kernel ends this worker while it sleeps.
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  const guest: Guest = {
    sys,
    spec,
    children: new Children(post, () => void sys.exists('/')),
    network: new GuestNetwork(sys, post),
    cwd: spec.cwd,
    post,
    path: (name) => resolveFrom(guest.cwd, name instanceof URL ? decodeURIComponent(name.pathname) : textOf(name)),
    exit: (code) => {
      process.exitCode = code;
      return end(code);
    },
    fatal(error, origin = 'uncaughtException') {
      process.emit('uncaughtExceptionMonitor', error, origin);
      if (process.listenerCount('uncaughtException') > 0) {
        process.emit('uncaughtException', error, origin);
        return;
      }
      sys.output(2, fatalText(error));
      guest.exit(1);
    },
    loop: new EventLoop(
      () => {
        process.emit('beforeExit', process.exitCode ?? 0);
        if (guest.loop.idle) end(process.exitCode ?? 0);
      },
      (error) => guest.fatal(error),
    ),
  };
  const input = new InputQueue(guest.loop);
  listen('message', ({ data }: MessageEvent<unknown>) => {
    const message = KernelToWorkerSchema.safeParse(data);
    if (!message.success) return;
    if (message.data.t === 'input') input.receive(message.data.text);
    else if (message.data.t === 'signal') {
      const { signal } = message.data;
      guest.loop.run(() => void process.emit(signal, signal));
    } else if (message.data.t === 'http') guest.network.receive(message.data);
    else guest.children.receive(message.data);
  });
  listen('error', (event) => {
    event.preventDefault();
    guest.fatal(event.error);
  });

  const process: GuestProcess = makeProcess(guest, input, argvOf(task, guest));
  listen('unhandledrejection', (event) => {
    event.preventDefault();
    tellRejection(guest, process, event);
  });
  listen('rejectionhandled', ({ promise }) => guest.loop.run(() => void process.emit('rejectionHandled', promise)));
  lockDown();
  cleanStackTraces();
  addBase64url();
  completeWebCrypto();
  keepForNativePromises(guest.loop);
  Object.assign(globalThis, guest.loop.globals, {
    process,
    Buffer,
    global: globalThis,
    console: makeConsole(guest),
    fetch: makeFetch(guest),
  });
  const builtins = makeBuiltins(guest, process);
  const loader: Loader = new Loader(guest, (name) =>
    name === 'module'
      ? {
          createRequire: (from: unknown) =>
            loader.requireFrom(guest.path(String(from).replace(/^file:\/\//, '')), 'require'),
        }
      : builtins(name),
  );
  guest.loop.hold();
  void perform(task, guest, loader, process).then(
    () => guest.loop.release(),
    (error: unknown) => guest.fatal(error),
  );
  guest.loop.runTicks();
}

const textOf = (name: unknown): string => {
  if (typeof name === 'string') return name;
  if (name instanceof Uint8Array) return new TextDecoder().decode(name);
  throw invalidType('path', 'of type string or an instance of Buffer or URL', name);
};

function argvOf(task: NodeTask, guest: Guest): string[] {
  switch (task.kind) {
    case 'file':
      return [guest.path(task.path), ...task.args];
    case 'eval':
      return task.args;
    case 'input':
      return ['-', ...task.args];
    default:
      return [];
  }
}

async function perform(task: NodeTask, guest: Guest, loader: Loader, process: GuestProcess): Promise<void> {
  switch (task.kind) {
    case 'version':
      return guest.sys.output(1, `${VERSION}\n`);
    case 'refused':
      guest.sys.output(2, `${task.message}\n`);
      return guest.exit(9);
    case 'file':
      return loader.runMain(guest.path(task.path));
    case 'input':
      return void (await loader.evaluate(new TextDecoder().decode(guest.sys.input()), false));
    case 'eval': {
      const value = await loader.evaluate(task.text, task.module);
      if (task.print) guest.sys.output(1, `${typeof value === 'string' ? value : inspect(value)}\n`);
      return;
    }
    case 'test':
      process.exitCode = await runTestFiles(guest, task.names, task.spec ?? guest.spec.terminal !== undefined);
  }
}
