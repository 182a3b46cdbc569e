import { MAX_PROCESSES } from '@/lib/sandbox/embedded/protocol/limits';
import { BOMBS } from '../fixtures/hostile/bombs';
import '../fixtures/hostile/entry';

/** The longest time the page was blocked, milliseconds. */
export interface Pauses {
  /** While each hostile program ran in its sandbox, by name. */
  programs: [name: string, pauseMs: number][];
  /** While the page itself ran as many threads as a sandbox may have programs. */
  threads: number;
}

declare global {
  interface Window {
    pauses: () => Promise<Pauses>;
  }
}

const THREADS_MS = 5_000;

window.pauses = async () => {
  const { hostile } = window;
  const endless = URL.createObjectURL(new Blob(['for (;;);'], { type: 'text/javascript' }));
  hostile.pause();
  const workers = Array.from({ length: MAX_PROCESSES }, () => new Worker(endless));
  await new Promise((resolve) => setTimeout(resolve, THREADS_MS));
  const threads = hostile.pause();
  for (const worker of workers) worker.terminate();
  await hostile.start();
  const programs: Pauses['programs'] = [];
  for (const program of BOMBS) programs.push([program.name, (await hostile.run(program)).pauseMs]);
  return { programs, threads };
};
