import type { ToolResult } from '@/lib/protocol';
import type { ToolContext } from '../../tool';
import type { PresetInput } from '../preset';

/** A matching line in ripgrep's format. */
const MATCH = /^(.+?):(\d+):(.*)$/;

/** Lists matches with numbers, `1. src/a.ts:12 → const foo = bar`; the rest of the result stays below. */
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
