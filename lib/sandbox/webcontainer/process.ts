import type { WebContainerProcess } from '@webcontainer/api';
import type { SandboxProcess } from '@/lib/ports';
import { deferred } from '../deferred';

const EXIT_CODES = { SIGINT: 130, SIGKILL: 137, SIGTERM: 143 } as const;
const END_OF_INPUT = '\x04';
const INTERRUPT = '\x03';

/** The runtime has a single way to kill and reports no signal, so the port's exit codes are determined here. */
export function adaptProcess(process: WebContainerProcess): SandboxProcess {
  const writer = process.input.getWriter();
  const ended = deferred<number>();
  let over = false;
  let killedBy: keyof typeof EXIT_CODES | undefined;
  const settle = (code: number) => {
    over = true;
    ended.resolve(killedBy ? EXIT_CODES[killedBy] : code);
  };
  process.exit.then(settle, () => settle(1));
  return {
    exit: ended.promise,
    output: process.output,
    input: new WritableStream<string>({
      write: async (text) => {
        if (!over) await writer.write(text);
      },
      close: async () => {
        if (!over) await writer.write(END_OF_INPUT);
      },
    }),
    kill(signal = 'SIGTERM') {
      if (over) return;
      if (signal === 'SIGINT') {
        void writer.write(INTERRUPT);
        return;
      }
      killedBy = signal;
      process.kill();
    },
    resize(size) {
      if (!over) process.resize(size);
    },
  };
}
