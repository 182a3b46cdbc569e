import { WebFetchAnswerSchema, type ToolResult } from '@/lib/protocol';
import { askService } from '../../builtin/web/ask-service';
import type { ToolContext } from '../../tool';
import type { PresetInput } from '../preset';

/** Fetches a page and shows its own text: nobody answers anything about it. */
export async function fetchAsDescribed({ url }: PresetInput, context: ToolContext): Promise<ToolResult> {
  const answer = await askService(context, { name: 'web-fetch', body: { url }, answer: WebFetchAnswerSchema }, {});
  if (!answer.ok) return context.language === 'zh' ? inChinese(answer.failure) : answer.failure;
  const page = answer.value;
  if (page.kind === 'moved') return { success: true, text: `→ ${page.to}`, summary: page.to };
  return { success: true, text: page.text, summary: page.title || String(url) };
}

/** What the server says of a page is said in its own language. */
const inChinese = (failed: ToolResult): ToolResult => ({ ...failed, text: `读取网页失败：${failed.text}` });
