import { SandboxError } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

/** Any failure as a `SandboxError`. Node's code is a field of the error or, where only text arrives, the beginning of its message. */
export function toSandboxError(error: unknown, path?: string): SandboxError {
  if (error instanceof SandboxError) return error;
  const message = messageOf(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const said = /^(?:Error: )?(E[A-Z0-9]+)\b/.exec(message)?.[1] ?? 'EIO';
  return new SandboxError(typeof code === 'string' ? code : said, message, path);
}

/** Turns any failure into a `SandboxError`. */
export async function guardedCall<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSandboxError(error, path);
  }
}
