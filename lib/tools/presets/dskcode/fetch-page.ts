import { WebFetchAnswerSchema, type ToolResult } from '@/lib/protocol';
import { askService } from '../../builtin/web/ask-service';
import type { ToolContext } from '../../tool';
import type { PresetInput } from '../preset';

/** Fetches a page and shows its own text: nobody answers anything about it. */
export async function fetchAsDescribed({ url }: PresetInput, context: ToolContext): Promise<ToolResult> {
  const answer = await askService(context, { name: 'web-fetch', body: { url }, answer: WebFetchAnswerSchema }, {});
  if (!answer.ok) return answer.failure;
  const page = answer.value;
  if (page.kind === 'moved') return { success: true, text: `→ ${page.to}`, summary: page.to };
  return { success: true, text: page.text, summary: page.title || String(url) };
}
