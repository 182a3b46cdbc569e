import type { ContentPart, ToolMessage } from '@ag-ui/core';
import { failureText } from './failure-text';

/** A result as text only: other parts are named as following, and a failure's code comes first. */
export function resultText({ content, error }: Pick<ToolMessage, 'content' | 'error'>): string {
  const text = typeof content === 'string' ? content : content.map(partText).join('\n');
  return error === undefined ? text : failureText(error, text);
}

const partText = (part: ContentPart): string => (part.type === 'text' ? part.text : `[${part.type} below]`);
