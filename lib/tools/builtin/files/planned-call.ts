import type { FileDiff } from '@/lib/protocol';
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
      return inTurn(context.value.sandbox, async () => {
        const planned = await plan(context.value, input);
        return planned.ok ? carryOut(context.value, planned.value, input) : planned.failure;
      });
    },
  };
}

/** The change in progress per sandbox: even if calls run at the same time, each change must see the previous one's result. */
const changing = new WeakMap<object, Promise<unknown>>();

function inTurn<T>(sandbox: object, change: () => Promise<T>): Promise<T> {
  const before = changing.get(sandbox);
  const own = before ? before.then(change, change) : change();
  changing.set(sandbox, own);
  return own;
}
