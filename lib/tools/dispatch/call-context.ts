import type { Permissions } from '../permissions/permissions';
import type { ToolContext } from '../tool';
import type { CallLimits } from './limits';

/** The part of a tool's context that its host provides; the rest belongs to the single call. */
export type CallContext = Omit<
  ToolContext,
  'callId' | 'signal' | 'deadline' | 'language' | 'system' | 'outputLimit' | 'onOutput'
>;

/** What of a call's context is its own from the beginning. */
type OwnContext = Pick<ToolContext, 'callId' | 'language' | 'system' | 'outputLimit'>;

/** What a tool gets: the host's ports and what belongs to this call. Assigned, as V8 is slow to spread before further fields. */
export const contextOf = (
  host: CallContext,
  { callId, language, system, outputLimit }: OwnContext,
  permissions: Permissions,
  limits: CallLimits,
  onOutput: ToolContext['onOutput'],
): ToolContext =>
  Object.assign(
    {
      callId,
      language,
      system,
      outputLimit,
      permissionMode: permissions.mode(),
      canUseTool: permissions.canUseTool,
      get signal() {
        return limits.signal;
      },
      get deadline() {
        return limits.deadline;
      },
      onOutput(text: string) {
        if (limits.running) onOutput(text);
      },
    },
    host,
  );
