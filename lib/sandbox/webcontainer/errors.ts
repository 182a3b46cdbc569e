import { SandboxError } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

/** The runtime's errors arrive as text only, with Node's code at the beginning. */
export function toSandboxError(error: unknown, path?: string): SandboxError {
  if (error instanceof SandboxError) return error;
  const message = messageOf(error);
  const code = /^(?:Error: )?(E[A-Z0-9]+)\b/.exec(message)?.[1] ?? 'EIO';
  return new SandboxError(code, message, path);
}

/** Turns any failure into a `SandboxError`. */
export async function guardedCall<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSandboxError(error, path);
  }
}
