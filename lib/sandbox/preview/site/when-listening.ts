import type { Sandbox } from '@/lib/ports';

/** Milliseconds that a program may take from its start until it listens. */
const STARTS_WITHIN_MS = 10_000;

/** Waits a while for a program to listen on a port, as it may just have been started. Resolves even if none does. */
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
