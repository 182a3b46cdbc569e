import wasm from 'jq-wasm/jq.wasm';
import { AskSide } from '../protocol/channel';
import { KernelToWorkerSchema, type ProcessSpec, type WorkerMessage } from '../protocol/process';
import { SysClient } from '../protocol/sys-client';
import { resolveFrom } from '../../paths';
import { runJq } from './run-jq';

const post = (message: WorkerMessage) => self.postMessage(message);

/** The build embeds the module in this bundle as a `data:` URL, as a sandbox worker cannot fetch anything. */
const compiled = WebAssembly.compile(
  Uint8Array.from(atob(wasm.slice(wasm.indexOf(',') + 1)), (char) => char.charCodeAt(0)),
);

/** Characters per write. */
const ROOM = 64 * 1024;

/** The jq worker: runs one command after another. */
self.onmessage = ({ data }: MessageEvent<unknown>) => {
  const message = KernelToWorkerSchema.safeParse(data);
  if (message.success && message.data.t === 'start') void start(message.data.spec, message.data.memory);
};

async function start({ args, cwd, env }: ProcessSpec, memory: SharedArrayBuffer): Promise<void> {
  const sys = new SysClient(new AskSide(memory, (message) => self.postMessage(message)));
  const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
  const waiting = { 1: '', 2: '' };
  const flush = (fd: 1 | 2): void => {
    if (waiting[fd] !== '') sys.output(fd, waiting[fd]);
    waiting[fd] = '';
  };
  const code = await runJq(args, {
    module: await compiled,
    env,
    input: async () => sys.input(),
    read: (path) => sys.read(resolveFrom(cwd, path)),
    write(fd, bytes) {
      waiting[fd] += decoders[fd].decode(bytes, { stream: true });
      if (waiting[fd].length >= ROOM) flush(fd);
    },
  });
  flush(1);
  flush(2);
  post({ t: 'exit', code });
}
