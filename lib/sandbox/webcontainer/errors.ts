import { SandboxError } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

/** Errors cross from the runtime as text only: Node's code stands at the beginning of it. */
export function toSandboxError(error: unknown, path?: string): SandboxError {
  if (error instanceof SandboxError) return error;
  const message = messageOf(error);
  const code = /^(?:Error: )?(E[A-Z0-9]+)\b/.exec(message)?.[1] ?? 'EIO';
  return new SandboxError(code, message, path);
}

/** Runs something whose failure has to be a `SandboxError`. */
export async function guardedCall<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSandboxError(error, path);
  }
}
