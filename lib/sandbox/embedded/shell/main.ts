import { Children } from '../program/children';
import { AskSide } from '../protocol/channel';
import { KernelToWorkerSchema, type KernelToWorker, type ProcessSpec, type WorkerMessage } from '../protocol/process';
import { SysClient } from '../protocol/sys-client';
import { HttpClient } from '../http/http-client';
import { InteractiveShell } from './interactive';
import { readInvocation } from './invocation';
import { CWD_FILE, runScript } from './run-script';
import { ShellRuntime } from './shell-runtime';

const post = (message: WorkerMessage) => self.postMessage(message);

/** What the messages of the running shell go to; another shell may run here when this one has ended. */
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
  receive = (message) => {
    if (message.t === 'http') client.receive(message.id, message.frame);
    else children.receive(message);
  };
  const invocation = readInvocation(spec.command, spec.args, spec.terminal !== undefined);
  if (invocation.kind === 'interactive') {
    const shell = new InteractiveShell(sys, children, client, spec, post);
    const receiveAll = receive;
    receive = (message) => {
      receiveAll(message);
      shell.receive(message);
    };
    shell.start();
    return;
  }
  const { [CWD_FILE]: _cwdFile, ...env } = spec.env;
  const code = await runScript(invocation, spec, sys, new ShellRuntime(sys, children, spec.cwd, env, client));
  receive = () => undefined;
  post({ t: 'exit', code });
}
