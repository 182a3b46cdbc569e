import type { Permissions } from '../permissions/permissions';
import type { ToolContext } from '../tool';
import type { CallLimits } from './limits';

/** The part of a tool's context that its host provides; the rest belongs to the single call. */
export type CallContext = Omit<
  ToolContext,
  'callId' | 'signal' | 'deadline' | 'language' | 'system' | 'outputLimit' | 'onOutput'
>;

/** What of a call's context is its own from the beginning. */
type OwnContext = Pick<ToolContext, 'callId' | 'language' | 'system' | 'outputLimit' | 'nested'>;

/** By what a context finds its limits; a copy of the context does not have to. */
const LIMITS = Symbol('limits');

interface Limited {
  readonly [LIMITS]: CallLimits;
}

/** Asked for while the call runs. All contexts share the getters: V8 is slow where each object brings its own. */
const SIGNAL: PropertyDescriptor & ThisType<Limited> = {
  enumerable: true,
  get() {
    return this[LIMITS].signal;
  },
};
const DEADLINE: PropertyDescriptor & ThisType<Limited> = {
  enumerable: true,
  get() {
    return this[LIMITS].deadline;
  },
};

function addLimits<C extends Limited>(context: C): asserts context is C & Pick<ToolContext, 'signal' | 'deadline'> {
  Object.defineProperty(context, 'signal', SIGNAL);
  Object.defineProperty(context, 'deadline', DEADLINE);
}

/** What a tool gets: the host's ports and what belongs to this call. Assigned, as V8 is slow to spread before further fields. */
export function contextOf(
  host: CallContext,
  { callId, language, system, outputLimit, nested }: OwnContext,
  permissions: Permissions,
  limits: CallLimits,
  onOutput: ToolContext['onOutput'],
): ToolContext {
  const context = Object.assign(
    {
      [LIMITS]: limits,
      callId,
      language,
      system,
      outputLimit,
      nested,
      permissionMode: permissions.mode(),
      canUseTool: permissions.canUseTool,
      onOutput(text: string) {
        if (limits.running) onOutput(text);
      },
    },
    host,
  );
  addLimits(context);
  return context;
}
