import type { ToolDefinition } from '../../define-tool';
import type { FileContext } from '../../files';
import type { Outcome } from '../../result';
import { commitChange, describeChange, type ChangeTarget } from './change-file';
import { counts, summarise } from './file-diff';
import { plannedCall } from './planned-call';

/** The new text that a call will give a file. */
export interface ChangePlan {
  readonly target: ChangeTarget;
  readonly text: string;
}

/** A planned call that gives one file a new text. `tell` gets the counts of added and removed lines. */
export function plannedChange<I, P extends ChangePlan>(
  plan: (context: FileContext, input: I) => Promise<Outcome<P>>,
  tell: (input: I, plan: P, counts: string, context: FileContext) => string,
): Pick<ToolDefinition<I>, 'preview' | 'execute'> {
  return plannedCall<I, P>({
    plan,
    describe: (context, { target, text }) => describeChange(context, target, text),
    async carryOut(context, planned, input) {
      const done = await commitChange(context, planned.target, planned.text);
      if (!done.ok) return done.failure;
      const diff = done.value;
      return { text: tell(input, planned, counts(diff), context), summary: summarise(diff, context.language), diff };
    },
  });
}
