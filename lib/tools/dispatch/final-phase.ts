import { codeOf, type ErrorCode, type ToolResult } from '@/lib/protocol';
import type { FinalPhase } from './call';

const PHASES: Partial<Record<ErrorCode, FinalPhase>> = {
  TOOL_NOT_FOUND: 'invalid',
  INVALID_JSON: 'invalid',
  PARTIAL_JSON: 'invalid',
  INVALID_ARGS: 'invalid',
  GATE_DENIED: 'denied',
  BLACKLIST_DENIED: 'denied',
  HOOK_BLOCKED: 'denied',
  ABORTED: 'aborted',
};

/** The phase a call ends in, told by its result. */
export function finalPhase({ success, error }: ToolResult): FinalPhase {
  if (success) return 'succeeded';
  return (error && PHASES[codeOf(error)]) ?? 'failed';
}
