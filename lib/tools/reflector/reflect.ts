import type { Language } from '@/lib/protocol';
import type { CallResult } from '../dispatch/call';
import type { Trace } from '../dispatch/trace';

/** Says after a failed call what kind of retry helps. */
export function reflect(result: CallResult, _language: Language, _trace: Trace): CallResult {
  return result;
}
