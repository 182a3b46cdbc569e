import { codeOf, WebFetchAnswerSchema, type ErrorCode, type ToolResult } from '@/lib/protocol';
import { askService } from '../../builtin/web/ask-service';
import type { ToolContext } from '../../tool';
import type { PresetInput } from '../preset';

/** Fetches a page and returns its text, without answering a question about it. */
export async function fetchAsDescribed({ url }: PresetInput, context: ToolContext): Promise<ToolResult> {
  const chinese = context.language === 'zh';
  const answer = await askService(context, { name: 'web-fetch', body: { url }, answer: WebFetchAnswerSchema }, {});
  if (!answer.ok) return chinese ? inChinese(answer.failure) : answer.failure;
  const page = answer.value;
  if (page.kind === 'moved') {
    const text = chinese ? `该网页已移到另一个主机：${page.to}` : `The page has moved to another host: ${page.to}`;
    return { success: true, text, summary: page.to };
  }
  const cut = chinese
    ? '\n\n（网页较长，此处只是读取到的部分。）'
    : '\n\n(The page is longer than what was read of it.)';
  return { success: true, text: page.text + (page.cut ? cut : ''), summary: page.title || String(url) };
}

/** The server's English messages in Chinese, by code. */
const REASONS: Partial<Record<ErrorCode, string>> = {
  URL_REFUSED: '只能读取公开的 http 或 https 地址。',
  NOT_FOUND: '没有这个网页。',
  UNSUPPORTED: '该地址的内容不是文本。',
  READ_ERROR: '该网站没有提供这个网页。',
  RATE_LIMITED: '请求过于频繁。',
  TIMEOUT: '网页没有及时返回。',
  NETWORK_ERROR: '无法连接该网站。',
  SERVER_ERROR: '该网站或服务器出错。',
  STORE_UNAVAILABLE: '此处没有可以读取网页的服务。',
};

function inChinese(failed: ToolResult): ToolResult {
  const reason = REASONS[codeOf(failed.error ?? 'EXECUTION_ERROR')];
  return failed.error === 'ABORTED' ? failed : { ...failed, text: `读取网页失败：${reason ?? '未能完成。'}` };
}
