import { parsePartialJson } from '@/lib/schema/partial-json';
import type { ToolCall } from '@/lib/tools/dispatch';
import type { Prepared } from '@/lib/tools/dispatch/prepare';
import type { AnyTool } from '@/lib/tools/tool';

const LONGEST = 80;

/**
 * What a call does, from its arguments as far as they are known: the tool's own words once they are whole and valid, until
 * then its title and the first text among them.
 */
export function callTitle({ name, args }: ToolCall, tool: AnyTool | undefined, prepared: Prepared | undefined): string {
  const own = prepared && ownTitle(prepared);
  if (own !== undefined) return own;
  const subject = firstText(parsePartialJson(args).value);
  return subject === undefined ? (tool?.title ?? name) : `${tool?.title ?? name} ${subject}`;
}

function ownTitle({ tool, input }: Prepared): string | undefined {
  try {
    return tool.titleFor?.(input);
  } catch {
    // A tool's mistake must not cost the page its card.
    return undefined;
  }
}

function firstText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text = Object.values(value).find((field): field is string => typeof field === 'string' && field.trim() !== '');
  const line = text?.trim().split('\n')[0];
  return line !== undefined && line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
