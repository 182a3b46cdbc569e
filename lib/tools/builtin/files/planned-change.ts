import type { FileDiff } from '@/lib/protocol';
import type { ToolDefinition } from '../../define-tool';
import { needSandbox, type FileContext } from '../../needs';
import type { Outcome } from '../../result';
import { commitChange, describeChange, type Target } from './change-file';
import { counts, summarise } from './file-diff';

/** What a call is going to make of a file. */
export interface Plan {
  readonly target: Target;
  readonly text: string;
}

/**
 * The part of a tool that every change of one file shares: plan, show the plan, carry it out, tell of it. `tell` is given the
 * counts of added and removed lines.
 */
export function plannedChange<I, P extends Plan>(
  plan: (context: FileContext, input: I) => Promise<Outcome<P>>,
  tell: (input: I, plan: P, counts: string) => string,
): Pick<ToolDefinition<I>, 'preview' | 'execute'> {
  return {
    async preview(input, toolContext): Promise<FileDiff | undefined> {
      const context = needSandbox(toolContext);
      if (!context.ok) return undefined;
      const planned = await plan(context.value, input);
      return planned.ok ? describeChange(context.value, planned.value.target, planned.value.text) : undefined;
    },
    async execute(input, toolContext) {
      const context = needSandbox(toolContext);
      if (!context.ok) return context.failure;
      const planned = await plan(context.value, input);
      if (!planned.ok) return planned.failure;
      const done = await commitChange(context.value, planned.value.target, planned.value.text);
      if (!done.ok) return done.failure;
      const diff = done.value;
      return { text: tell(input, planned.value, counts(diff)), summary: summarise(diff), diff };
    },
  };
}
