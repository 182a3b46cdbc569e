import { bootContainer } from './boot';

const DEADLINE_MS = 15_000;

/**
 * Whether a WebContainer can run here, and if not, why, in words for a person. The only way to find out is to try: a container
 * that boots is kept and used by `createWebContainerSandbox`.
 */
export async function probeWebContainer(
  signal?: AbortSignal,
  deadlineMs = DEADLINE_MS,
): Promise<{ ok: true } | { ok: false; why: string }> {
  const booted = await bootContainer(deadlineMs, signal);
  return booted.ok ? { ok: true } : booted;
}
