import { Children } from '../program/children';
import { AskSide } from '../protocol/channel';
import {
  isSocket,
  KernelToWorkerSchema,
  type KernelToWorker,
  type ProcessSpec,
  type WorkerMessage,
} from '../protocol/process';
import { SignalSchema } from '../protocol/signals';
import { SysClient } from '../protocol/sys-client';
import { HttpClient } from '../http/http-client';
import { InteractiveShell } from './terminal/interactive';
import { readInvocation } from './invocation';
import { ShellSession } from './session';
import { StandardInput } from './standard-files';

const post = (message: WorkerMessage) => self.postMessage(message);

/** Receives the messages for the running shell; another shell may run here after it has ended. */
let receive: (message: KernelToWorker) => void = () => undefined;

/** The shell worker: runs one shell at a time. */
self.onmessage = ({ data }: MessageEvent<unknown>) => {
  const message = KernelToWorkerSchema.safeParse(data);
  if (!message.success) return;
  if (message.data.t === 'start') void start(message.data.spec, message.data.memory);
  else receive(message.data);
};

async function start(spec: ProcessSpec, memory: SharedArrayBuffer): Promise<void> {
  const sys = new SysClient(new AskSide(memory, (message) => self.postMessage(message)));
  const children = new Children(post, () => void sys.exists('/'));
  const client = new HttpClient((id, frame) => post({ t: 'http', side: 'client', id, frame }));
  const common = (message: KernelToWorker) => {
    if (message.t === 'http') client.receive(message.id, message.frame);
    else children.receive(message);
  };
  if (isInteractive(spec)) {
    const shell = new InteractiveShell(sys, children, client, spec, post);
    receive = (message) => {
      common(message);
      shell.receive(message);
    };
    shell.start();
    return;
  }
  const input = new StandardInput(
    spec.terminal !== undefined,
    undefined,
    undefined,
    (chars) => post({ t: 'took', chars }),
    isSocket(spec, 0),
  );
  const session = new ShellSession(sys, children, client, input, post, spec);
  receive = (message) => {
    common(message);
    if (message.t === 'input') {
      const give = input.terminal ? session.readerOf([...session.root.children]) : undefined;
      if (give) give(message.text);
      else input.push(message.text);
    } else if (message.t === 'signal') for (const task of session.root.children) task.signal(message.signal.slice(3));
  };
  const { code, signal } = await session.run([spec.command, ...spec.args], spec.cwd);
  session.close();
  receive = () => undefined;
  post({
    t: 'exit',
    code,
    signal: SignalSchema.optional()
      .catch(undefined)
      .parse(signal && `SIG${signal}`),
  });
}

/** Whether the process is an interactive shell. */
function isInteractive({ command, args, terminal }: ProcessSpec): boolean {
  if (!/^(?:.*\/)?(?:ba)?sh$/.test(command)) return false;
  try {
    const { from, interactive } = readInvocation(args);
    return from === 'input' && (interactive || terminal !== undefined);
  } catch {
    return false;
  }
}
