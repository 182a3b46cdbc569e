import wasm from 'pyodide/pyodide.asm.wasm';
import { AskSide } from '../protocol/channel';
import { KernelToWorkerSchema, type ProcessSpec, type WorkerMessage } from '../protocol/process';
import { ownProcess, ProcFiles } from '../program/proc-files';
import { SysClient } from '../protocol/sys-client';
import { serverArguments } from './http-server/arguments';
import { serveFolder } from './http-server/serve';
import { runPython } from './run-python';

const send = self.postMessage.bind(self);
const post = (message: WorkerMessage) => send(message);

/** The build embeds it in this bundle, as a sandbox worker cannot fetch anything. */
const compiled = WebAssembly.compile(wasm);

/** The Python worker: runs one program, then is discarded. */
self.onmessage = ({ data }: MessageEvent<unknown>) => {
  const message = KernelToWorkerSchema.safeParse(data);
  if (!message.success) return;
  if (message.data.t === 'start') void start(message.data.spec, message.data.memory);
  else serving?.(message.data);
};

/** Takes messages of the kernel once the program is a server. */
let serving: ReturnType<typeof serveFolder>;

async function start(spec: ProcessSpec, memory: SharedArrayBuffer): Promise<void> {
  const sys = new SysClient(new AskSide(memory, (message) => send(message)));
  sys.proc = new ProcFiles(
    ownProcess(
      spec,
      () => spec.cwd,
      (pid) => sys.kill(pid, null),
    ),
  );
  const served = serverArguments(spec.args);
  try {
    if (served) serving = serveFolder(spec, served, sys, post);
    else post({ t: 'exit', code: await runPython(spec, sys, compiled) });
  } catch (error) {
    sys.output(2, `python3: ${error instanceof Error ? error.message : String(error)}\n`);
    post({ t: 'exit', code: 1 });
  }
}
