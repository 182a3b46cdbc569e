import { resolveFrom } from '../../paths';
import { Children } from '../program/children';
import { AskSide } from '../protocol/channel';
import { KernelToWorkerSchema, type ProcessSpec, type WorkerMessage } from '../protocol/process';
import { ownProcess, ProcFiles } from '../program/proc-files';
import { SysClient } from '../protocol/sys-client';
import { sayEnd } from './bindings/worker';
import { EventLoop } from './event-loop';
import { importInMadeFunctions } from './function-imports';
import { showFunctionsAsWritten } from './function-text';
import { isTty, type NodeProgram } from './program';
import { ProgramNetwork } from './http/program-network';
import { InputQueue } from './input-queue';
import { noteJsonErrors } from './json-errors';
import { lockDown } from './lock-down';
import { keepOnlyNodes } from './only-of-node';
import { exposeGc, watchMemory } from './memory';
import { keepForNativePromises } from './native-promises';
import { NodeOptions } from './options';
import { Realm } from './realm';
import { limitStacks } from './stack';

const send = self.postMessage.bind(self);
const listen = self.addEventListener.bind(self);
const post = (message: WorkerMessage) =>
  send(message, { transfer: message.t === 'spawn' && message.thread ? [message.thread.port] : [] });

/** The node worker: runs one program, then is discarded. */
listen('message', ({ data }: MessageEvent<unknown>) => {
  const message = KernelToWorkerSchema.safeParse(data);
  if (message.success && message.data.t === 'start') start(message.data.spec, message.data.memory);
});

function start(spec: ProcessSpec, memory: SharedArrayBuffer): void {
  const sys = new SysClient(new AskSide(memory, (message) => send(message)));
  // The home folder is the project, which is no place for what a REPL remembers.
  const env = { ...(spec.tty && { NODE_REPL_HISTORY: '/tmp/.node_repl_history' }), ...spec.env };
  const running: { current?: Realm } = {};
  const program: NodeProgram = {
    sys,
    spec,
    options: new NodeOptions(spec.args, env, spec.argv0),
    children: new Children(post, () => void sys.exists('/')),
    network: new ProgramNetwork(sys, post),
    loop: new EventLoop(),
    input: new InputQueue(() => post({ t: 'reads' })),
    env,
    cwd: spec.cwd,
    umask: 0o022,
    post,
    path: (name) => resolveFrom(program.cwd, name),
    watchers: new Map(),
    onMessages: () => undefined,
    text(path) {
      try {
        return new TextDecoder().decode(sys.read(program.path(path)));
      } catch {
        return undefined;
      }
    },
    exit(code, signal) {
      running.current?.streams.flush();
      running.current?.streams.putBackInput();
      sayEnd(program);
      post({ t: 'exit', code: code & 255, signal });
      // No more of the program's code runs: the kernel terminates this worker while it sleeps.
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  };
  sys.proc = new ProcFiles(
    ownProcess(
      spec,
      () => program.cwd,
      (pid) => sys.kill(pid, null),
    ),
  );
  listen('message', ({ data }: MessageEvent<unknown>) => {
    const message = KernelToWorkerSchema.safeParse(data);
    if (message.success) receive(program, message.data);
  });
  answerQuickly(program);
  const realm = new Realm(program);
  running.current = realm;
  listen('error', (event) => {
    event.preventDefault();
    realm.fatal(event.error, false);
  });
  listen('unhandledrejection', (event) => {
    event.preventDefault();
    realm.rejected(event.promise, event.reason, false);
  });
  listen('rejectionhandled', ({ promise }) => realm.rejected(promise, undefined, true));
  keepOnlyNodes();
  lockDown();
  keepForNativePromises(program.loop);
  limitStacks(program.options.stackTraceLimit);
  noteJsonErrors();
  showFunctionsAsWritten();
  realm.bootstrap();
  watchMemory();
  importInMadeFunctions();
  if (program.options.exposesGc) exposeGc();
  realm.start(spec.thread ? 'internal/main/worker_thread' : program.options.mainFor(isTty(program, 0)));
}

/** Handles what needs no program: the version, and rejected options. */
function answerQuickly(program: NodeProgram): void {
  const { options, sys, env } = program;
  options.loadEnvFiles(env, (path) => program.text(path));
  if (options.refused) {
    sys.output(2, `${options.refused.message}\n`);
    program.exit(options.refused.code);
  }
  for (const note of options.notes) sys.output(2, `${note}\n`);
  if (options.values['--version']) {
    sys.output(1, options.version);
    program.exit(0);
  }
}

function receive(program: NodeProgram, message: ReturnType<typeof KernelToWorkerSchema.parse>): void {
  switch (message.t) {
    case 'input':
      return program.input.receive(message.text, message.at);
    case 'resize':
      if (program.spec.tty) Object.assign(program.spec.tty, message.size);
      return program.options.raise('SIGWINCH');
    case 'signal':
      return program.options.raise(message.signal);
    case 'http':
      return program.network.receive(message);
    case 'parent-messages':
      return program.onMessages(message.text);
    case 'changes':
      for (const { id, type, path } of message.changes) program.watchers.get(id)?.(type, path);
      return;
    default:
      return program.children.receive(message);
  }
}
