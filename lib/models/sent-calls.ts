import type { ContentPart, ToolMessage } from '@ag-ui/core';
import { z } from 'zod';
import { parseAnswer } from './bounded';

/** A tool's name in the form that providers accept. A model may have called an invalid name; its call is still sent back. */
export const sentName = (name: string): string =>
  /^[\w-]{1,64}$/.test(name) ? name : name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unnamed';

const ArgumentsSchema = z.record(z.string(), z.unknown());

/**
 * The arguments of an earlier call as providers require them: an object. Invalid JSON is put into a field, where the model
 * can read it.
 */
export function sentArguments(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const parsed = parseAnswer(text);
  const { data } = ArgumentsSchema.safeParse(parsed.ok ? parsed.value : undefined);
  return data ?? { malformed_arguments: text };
}

/** A result as text only: other parts are named as following, and a failure's code comes first. */
export function resultText({ content, error }: Pick<ToolMessage, 'content' | 'error'>): string {
  const text = typeof content === 'string' ? content : content.map(partText).join('\n');
  return error === undefined ? text : failureText(error, text);
}

const partText = (part: ContentPart): string => (part.type === 'text' ? part.text : `[${part.type} below]`);

/** A failed result's text, preceded by its error code so that the model can tell failures apart. */
export const failureText = (code: string, text: string): string => (text.startsWith(code) ? text : `${code}: ${text}`);
