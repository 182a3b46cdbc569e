import type { AgentOptions } from '@/lib/protocol';
import { dialects } from './dialects';
import { callingOf } from './declarations/model-table';
import type { Model } from './model';
import { withThoughtsSplit } from './split-thoughts';
import { withTextCallFallback } from './text-call-fallback';
import { withTextCalls } from './text-calls';
import { withoutRefusal } from './tools-refused';

/** A provider's model that calls tools in the way the options choose. */
export function withCalls(model: Model, options: AgentOptions): Model {
  const { mode, dialect } = callingOf(options, model.name);
  const split = withThoughtsSplit(model);
  const told = withTextCalls(split, dialects[dialect]);
  if (mode === 'prompt') return told;
  const native = withTextCallFallback(split);
  return (options.toolMode ?? 'auto') === 'auto' ? withoutRefusal(native, told, dialect) : native;
}
