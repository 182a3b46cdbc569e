import type { Denial, ToolResult } from '@/lib/protocol';
import { failure } from '../result';

/** The result of a refused call. */
export function denied(denial: Denial): ToolResult {
  const { source } = denial;
  const code = source === 'hard-coded' ? 'BLACKLIST_DENIED' : source === 'hook' ? 'HOOK_BLOCKED' : 'GATE_DENIED';
  const rule = denial.rule === undefined ? '' : ` (${source === 'hook' ? 'hook' : 'rule'} ${denial.rule})`;
  const text = [sentence(`Not run: ${denial.reason}${rule}`), denial.hint].filter(Boolean).join(' ');
  return failure(code, text, { denial });
}

/** A person's words may lack the full stop that keeps them apart from what follows. */
const sentence = (text: string): string => (/[.!?…]["'”’)\]]*$/.test(text) ? text : `${text}.`);
