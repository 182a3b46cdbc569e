import { parseJson } from '@/lib/protocol';
import { z } from 'zod';

const ArgumentsSchema = z.record(z.string(), z.unknown());

/**
 * The arguments of an earlier call as providers require them: an object. Invalid JSON is put into a field, where the model
 * can read it.
 */
export function sentArguments(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const parsed = parseJson(ArgumentsSchema, text);
  return parsed.ok ? parsed.value : { malformed_arguments: text };
}
