import { SandboxError } from '@/lib/ports';
import type { ErrorCode, ToolResult } from '@/lib/protocol';
import { failure } from '../../result';
import type { ToolContext } from '../../tool';
import { fileTexts } from './file-texts';

const KNOWN = {
  ENOENT: { code: 'NOT_FOUND', text: 'missing' },
  EISDIR: { code: 'IS_DIRECTORY', text: 'isFolder' },
  ETIMEDOUT: { code: 'TIMEOUT', text: 'tooSlow' },
  ENOTDIR: { code: 'NOT_DIRECTORY', text: 'notFolder' },
} as const satisfies Record<string, { code: ErrorCode; text: keyof ReturnType<typeof fileTexts> }>;

const isKnown = (code: string): code is keyof typeof KNOWN => Object.hasOwn(KNOWN, code);

/** The result for an error from the sandbox's file system. Rethrows any other error. */
export function sandboxFailure(
  context: Pick<ToolContext, 'language' | 'system'>,
  error: unknown,
  path: string,
  doing: 'read' | 'write',
): ToolResult {
  if (!(error instanceof SandboxError)) throw error;
  const texts = fileTexts(context);
  if (isKnown(error.code)) {
    const { code, text } = KNOWN[error.code];
    return failure(code, texts[text](path));
  }
  return failure(doing === 'read' ? 'READ_ERROR' : 'WRITE_ERROR', texts.notDone(path, doing, error.message));
}
