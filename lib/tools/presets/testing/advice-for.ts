import type { ErrorCode } from '@/lib/protocol';
import { findPreset, presetTools } from '..';
import { builtinTools } from '../../builtin';
import { retryHintOn } from '../../retry-hint';
import { failure } from '../../result';
import { systemOf } from '../../system';

/** The advice that a preset's model gets after a failure. */
export function adviceFor(id: string, code: ErrorCode): string {
  const preset = findPreset(id);
  const system = systemOf(preset ? presetTools(preset, builtinTools) : []);
  return retryHintOn(failure(code, ''), system.behaviour.language, system).line;
}
