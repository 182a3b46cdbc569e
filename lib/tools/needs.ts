import type { Sandbox } from '@/lib/ports';
import { failed, ok, type Outcome } from './result';
import type { ToolContext } from './tool';

/** The context of a tool that works on files: the sandbox is there. */
export type FileContext = ToolContext & { readonly sandbox: Sandbox };

/** A tool's context with a sandbox, or the result that says there is none. */
export function needSandbox(context: ToolContext): Outcome<FileContext> {
  const { sandbox } = context;
  if (sandbox) return ok({ ...context, sandbox });
  return failed(
    'STORE_UNAVAILABLE',
    'There is no sandbox at the moment. Wait for it to start, then make the call again.',
  );
}
