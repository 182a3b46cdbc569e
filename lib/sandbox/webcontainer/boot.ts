import { configureAPIKey, WebContainer } from '@webcontainer/api';
import { messageOf } from '@/lib/protocol/message-of';
import { deferred } from '../deferred';

export type Booted = { ok: true; container: WebContainer } | { ok: false; why: string };

/** A page can boot only one container at a time, so the promise is shared, even after a deadline. */
let booting: Promise<WebContainer> | undefined;

/** Boots the container. Offline, `boot` never settles, so it races with a deadline; `why` says what failed. */
export async function bootContainer(deadlineMs: number, signal?: AbortSignal): Promise<Booted> {
  if (!globalThis.crossOriginIsolated) return { ok: false, why: 'the page is not cross-origin isolated' };
  if (!navigator.onLine)
    return { ok: false, why: 'the browser is offline, and WebContainer loads from stackblitz.com' };
  const blocked = watchPolicy();
  const limit = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]);
  const stopped = new Promise<Booted>((resolve) => {
    const stop = () => resolve({ ok: false, why: signal?.aborted ? 'it was stopped' : silence(deadlineMs) });
    if (limit.aborted) stop();
    limit.addEventListener('abort', stop);
  });
  booting ??= boot();
  const booted = booting.then(
    (container): Booted => ({ ok: true, container }),
    (error: unknown): Booted => {
      booting = undefined;
      return { ok: false, why: `it refused to start: ${messageOf(error)}` };
    },
  );
  try {
    return await Promise.race([booted, stopped, blocked.seen]);
  } finally {
    blocked.stop();
  }
}

function boot(): Promise<WebContainer> {
  const key = document.querySelector('meta[name="webcontainer-key"]')?.getAttribute('content');
  // Only before the first container: the frame with the key in its address stays.
  if (key && !hasKey) configureAPIKey(key);
  hasKey = true;
  return WebContainer.boot({ workdirName: 'project', coep: 'require-corp', forwardPreviewErrors: true });
}
let hasKey = false;

/** Ends the container, so that another can be booted. */
export function endContainer(container: WebContainer): void {
  booting = undefined;
  container.teardown();
}

const silence = (deadlineMs: number) =>
  `stackblitz.com did not answer within ${deadlineMs / 1000} s: no network, or something blocks it`;

/** Settles if the page's own policy blocks the container's frame. */
function watchPolicy(): { seen: Promise<Booted>; stop: () => void } {
  const seen = deferred<Booted>();
  const listener = (event: SecurityPolicyViolationEvent) => {
    if (!/\/\/[^/]*(stackblitz|webcontainer)/.test(event.blockedURI)) return;
    seen.resolve({ ok: false, why: `the page's security policy does not allow ${event.blockedURI}` });
  };
  document.addEventListener('securitypolicyviolation', listener);
  return { seen: seen.promise, stop: () => document.removeEventListener('securitypolicyviolation', listener) };
}
