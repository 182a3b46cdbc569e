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
  try {
    const errors: ParseError[] = [];
    findErrors(text, errors, { disallowComments: true });
    const end = text.trimEnd().length;
    if (errors.some((error) => error.offset + error.length < end)) return { state: 'invalid' };
    return { state: 'partial', value: repair(text) };
  } catch {
    return { state: 'invalid' };
  }
}
