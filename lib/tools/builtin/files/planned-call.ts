import type { FileDiff } from '@/lib/protocol';
import { createQueuePerObject } from '@/lib/protocol/serial-queue';
import type { ToolDefinition, ToolReturn } from '../../define-tool';
import { needSandbox, type FileContext } from '../../files';
import type { Outcome } from '../../result';

interface PlannedCall<I, P> {
  /** Works out what the call will do, without doing anything. */
  plan(context: FileContext, input: I): Promise<Outcome<P>>;
  describe(context: FileContext, plan: P): Promise<FileDiff>;
  carryOut(context: FileContext, plan: P, input: I): Promise<ToolReturn>;
}

/** The part that all file-changing tools share: plan, preview, carry out. */
export function plannedCall<I, P>({
  plan,
  describe,
  carryOut,
}: PlannedCall<I, P>): Pick<ToolDefinition<I>, 'preview' | 'execute'> {
  return {
    async preview(input, toolContext) {
      const context = needSandbox(toolContext);
      if (!context.ok) return undefined;
      const planned = await plan(context.value, input);
      return planned.ok ? describe(context.value, planned.value) : undefined;
    },
    async execute(input, toolContext) {
      const context = needSandbox(toolContext);
      if (!context.ok) return context.failure;
      return inOrder(context.value.sandbox, async () => {
        const planned = await plan(context.value, input);
        return planned.ok ? carryOut(context.value, planned.value, input) : planned.failure;
      });
    },
  };
}

/** Even if calls run at the same time, each change of a sandbox must see the previous one's result. */
const inOrder = createQueuePerObject();
