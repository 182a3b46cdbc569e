import type { Sandbox } from '@/lib/ports';

/** Milliseconds a program that has just been started may take until it listens. */
const STARTS_WITHIN_MS = 10_000;

/** Waits for a port to be taken, for a little while: its program may just have been started. Who asks then hears whether it was. */
export function whenListening(
  sandbox: Pick<Sandbox, 'servers' | 'on'>,
  port: number,
  signal: AbortSignal,
): Promise<void> {
  if (sandbox.servers.some((server) => server.port === port)) return Promise.resolve();
  return new Promise((resolve) => {
    const over = AbortSignal.any([signal, AbortSignal.timeout(STARTS_WITHIN_MS)]);
    const stop = sandbox.on('port', (change) => {
      if (change.port === port && change.type === 'open') done();
    });
    const done = () => {
      stop();
      over.removeEventListener('abort', done);
      resolve();
    };
    over.addEventListener('abort', done);
    if (over.aborted) done();
  });
}
