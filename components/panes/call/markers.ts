import type { ValidationIssue } from '@/lib/protocol';
import { locate } from '@/lib/schema/locate';
import { parsePartialJson } from '@/lib/schema/partial-json';
import type { Marker } from '../../elements/monaco';

/** Argument text formatted for reading; unchanged if it is not JSON. */
export function laidOut(args: string): string {
  const { state, value } = parsePartialJson(args);
  return state === 'complete' ? JSON.stringify(value, null, 2) : args;
}

/** A marker for each issue that has a position in the text. */
export const markersOf = (text: string, issues: readonly ValidationIssue[]): Marker[] =>
  issues.flatMap((issue) => {
    const range = locate(text, issue.path);
    return range ? [{ ...range, message: issue.message }] : [];
  });
