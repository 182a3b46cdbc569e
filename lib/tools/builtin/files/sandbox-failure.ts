import { SandboxError } from '@/lib/ports';
import type { ErrorCode, ToolResult } from '@/lib/protocol';
import { failure } from '../../result';

const CODES: Readonly<Record<string, { code: ErrorCode; text: string }>> = {
  ENOENT: { code: 'NOT_FOUND', text: 'does not exist. Look for it with Glob, or check the spelling' },
  EISDIR: { code: 'IS_DIRECTORY', text: 'is a folder, not a file. Name a file in it; Glob lists them' },
  ETIMEDOUT: { code: 'TIMEOUT', text: 'took too long to go through. Use a simpler pattern, or a folder further down' },
  ENOTDIR: { code: 'NOT_DIRECTORY', text: 'is not a folder, or a part of its path is a file. Correct the path' },
};

/** The result for a failure of the sandbox's file system. Throws again what is none. */
export function sandboxFailure(error: unknown, path: string, doing: 'read' | 'write'): ToolResult {
  if (!(error instanceof SandboxError)) throw error;
  const known = CODES[error.code];
  if (known) return failure(known.code, `${path} ${known.text}.`);
  return failure(
    doing === 'read' ? 'READ_ERROR' : 'WRITE_ERROR',
    `${path} could not be ${doing === 'read' ? 'read' : 'written'}: ${error.message}`,
  );
}
