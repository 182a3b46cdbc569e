import type { ToolResult } from '@/lib/protocol';
import type { ToolContext } from '../../tool';
import type { PresetInput } from '../preset';

/** A matching line as ripgrep prints it. */
const MATCH = /^(.+?):(\d+):(.*)$/;

/** Matches as a numbered list, `1. src/a.ts:12 → const foo = bar`; what else the result says stays below it. */
export function tellMatches(result: ToolResult, _input: PresetInput, { language }: ToolContext): ToolResult {
  const matches = result.details?.matches;
  if (!result.success || typeof matches !== 'number' || matches === 0) return result;
  const lines = result.text.split('\n').map((line, index) => {
    const [, path, number, text] = MATCH.exec(line) ?? [];
    return path === undefined ? line : `${index + 1}. ${path}:${number} → ${text}`;
  });
  const english = `Found ${matches} ${matches === 1 ? 'match' : 'matches'}:`;
  return { ...result, text: [language === 'zh' ? `找到 ${matches} 处匹配：` : english, ...lines].join('\n') };
}
