import type { AgentOptions } from '@/lib/protocol';
import { dialects } from './dialects';
import { callingOf } from './forms/model-table';
import type { Model } from './model';
import { withThoughtsSplit } from './split-thoughts';
import { withStrayCalls } from './stray-calls';
import { withTextCalls } from './text-calls';
import { withoutRefusal } from './tools-refused';

/** A model that a provider runs, calling tools as the options say. */
export function withCalls(model: Model, options: AgentOptions): Model {
  const { mode, dialect } = callingOf(options, model.name);
  const split = withThoughtsSplit(model);
  const told = withTextCalls(split, dialects[dialect]);
  if (mode === 'prompt') return told;
  const native = withStrayCalls(split);
  return (options.toolMode ?? 'auto') === 'auto' ? withoutRefusal(native, told, dialect) : native;
}
