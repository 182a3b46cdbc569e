import { parseJson } from '@/lib/protocol';
import { parsePartialJson } from '@/lib/schema';
import { z } from 'zod';
import { failed, ok, type Outcome } from '../result';

const Anything = z.unknown();

/** Reads a call's argument text. Only complete JSON runs; no arguments at all count as an empty object. */
export function parseArguments(text: string): Outcome<unknown> {
  if (text.trim() === '') return ok({});
  const parsed = parseJson(Anything, text);
  if (parsed.ok) return ok(parsed.value);
  if (parsePartialJson(text).state === 'partial') {
    return failed(
      'PARTIAL_JSON',
      `The arguments end in the middle: ${text.length} characters arrived, and they are not complete JSON. ` +
        'Nothing was run. Make the call again; if it was cut off because it was long, make it shorter, in several calls.',
    );
  }
  return failed(
    'INVALID_JSON',
    `The arguments are not JSON (${parsed.reason}). Nothing was run. Send one JSON object.`,
  );
}
