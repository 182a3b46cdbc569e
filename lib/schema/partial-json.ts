import { parse as repair } from 'partial-json';
import { isJsonPrefix } from './json-prefix';

export interface PartialJson {
  /** `partial`: more text could still make it whole. `invalid`: no further text can. */
  state: 'complete' | 'partial' | 'invalid';
  value?: unknown;
}

/** Argument text as it streams, repaired for display only: nothing but `complete` text may ever be run. Never throws. */
export function parsePartialJson(text: string): PartialJson {
  try {
    return { state: 'complete', value: JSON.parse(text) };
  } catch {
    return isJsonPrefix(text) ? { state: 'partial', ...repaired(text) } : { state: 'invalid' };
  }
}

function repaired(text: string): { value?: unknown } {
  try {
    return { value: repair(text) };
  } catch {
    // Too little text for a value, such as a minus sign.
    return {};
  }
}
