import { runGit } from '../../git/program/run-git';
import { decode } from '../../bytes-text';
import { AskSide } from '../protocol/channel';
import { KernelToWorkerSchema, type ProcessSpec, type WorkerMessage } from '../protocol/process';
import { SysClient } from '../protocol/sys-client';
import { sysGitFs } from './sys-git-fs';

/** Settings of `git config --global`: outside the project, which is in the home folder. */
const SETTINGS = '/etc/git';

const post = (message: WorkerMessage) => self.postMessage(message);

/** The git worker: runs one command at a time; the kernel discards it after one that failed. */
self.onmessage = ({ data }: MessageEvent<unknown>) => {
  const message = KernelToWorkerSchema.safeParse(data);
  if (message.success && message.data.t === 'start') void start(message.data.spec, message.data.memory);
};

async function start({ args, cwd, env, tty }: ProcessSpec, memory: SharedArrayBuffer): Promise<void> {
  let ended = false;
  const ask = new AskSide(memory, (message) => {
    // Nobody answers what a finished command still asks, and it would wait for ever.
    if (ended) throw new Error('the command has ended');
    self.postMessage(message);
  });
  const sys = new SysClient(ask);
  const write = (fd: 1 | 2) => (given: string | Uint8Array) => {
    const text = typeof given === 'string' ? given : decode(given);
    if (text) sys.output(fd, text);
  };
  const code = await runGit(args, {
    fs: sysGitFs(sys),
    cwd,
    env,
    settings: SETTINGS,
    out: write(1),
    err: write(2),
    tty: tty?.streams ?? [],
    input: async () => sys.input(),
    nextInput: async () => sys.inputPart(),
    run: async ([command = '', ...rest], { cwd, env, input = '', capture = false }) => {
      const { code, stdout } = sys.run({ command, args: [...rest], cwd, env: { ...env }, input, inherit: !capture });
      return { code, out: stdout };
    },
  });
  ended = true;
  post({ t: 'exit', code });
}
