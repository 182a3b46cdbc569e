import { parse as findErrors, type ParseError } from 'jsonc-parser';
import { parse as repair } from 'partial-json';

export interface PartialJson {
  /** `partial`: more text could still make it whole. `invalid`: no further text can. */
  state: 'complete' | 'partial' | 'invalid';
  value?: unknown;
}

/** Argument text as it streams, repaired for display only: nothing but `complete` text may ever be run. Never throws. */
export function parsePartialJson(text: string): PartialJson {
  if (text.trim() === '') return { state: 'partial' };
  try {
    return { state: 'complete', value: JSON.parse(text) };
  } catch {
    return cutShort(text);
  }
}

function cutShort(text: string): PartialJson {
  const end = text.trimEnd().length;
  try {
    const errors: ParseError[] = [];
    findErrors(text, errors, { disallowComments: true });
    if (errors.some((error) => error.offset + error.length < end) || hasTail(text)) return { state: 'invalid' };
  } catch {
    // Text nested deep enough to exhaust the parser's stack.
    return { state: 'invalid' };
  }
  try {
    return { state: 'partial', value: repair(text) };
  } catch {
    return { state: /^\s*-?[\d.]*$/.test(text) ? 'partial' : 'invalid' };
  }
}

/** Whether a whole object or list is followed by something else. */
function hasTail(text: string): boolean {
  const close = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  try {
    JSON.parse(text.slice(0, close + 1));
    return true;
  } catch {
    return false;
  }
}
