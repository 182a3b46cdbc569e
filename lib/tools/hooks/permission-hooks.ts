import type { CanUseTool } from '@/lib/ports';
import { hookNote } from './hook-note';
import type { HookRunner } from './hook-runner';
import type { Matched } from './match-tool';

/**
 * A person's hooks of PermissionRequest as `canUseTool`: the first that allows or blocks decides. One that fails has no opinion.
 * Undefined where there is no such hook, so that nobody has to be asked. `find` knows the tools by name.
 */
export function permissionHooks(
  runner: HookRunner,
  find: (name: string) => Matched | undefined,
): CanUseTool | undefined {
  if (runner.matching('PermissionRequest').length === 0) return undefined;
  return async (tool, input, { signal, suggestions, note }) => {
    for (const hook of runner.matching('PermissionRequest', find(tool) ?? { name: tool })) {
      const run = await runner.ask(hook, 'PermissionRequest', { tool, input, suggestions }, signal);
      note?.({ ...hookNote(run), startedAt: run.startedAt });
      const { allow, block, reason = '', input: updatedInput } = run.answer;
      if (block) return { behavior: 'deny', message: reason, hook: hook.name };
      if (allow) return { behavior: 'allow', hook: hook.name, ...(updatedInput && { updatedInput }) };
    }
    return { behavior: 'ask' };
  };
}
