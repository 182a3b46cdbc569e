import { PageFailure } from '@/lib/ports';
import { assemble, type Assembled } from './assemble/document';
import { dataUrl, PageParts } from './assemble/parts';
import { MAX_PART } from './limits';
import { shownUrl } from './site/page-url';
import { mediaTypeOf, type Site, type SiteAnswer, type SiteRequest } from './site/site';

/** Fetches and assembles a page. Content that is not HTML is shown as its type allows. Rejects with a `PageFailure`. */
export async function loadPage(
  request: SiteRequest,
  site: Site,
  signal: AbortSignal,
): Promise<Assembled & { readonly url: URL }> {
  const answer = await site(request, signal);
  const { url, status, statusText, body } = answer;
  if (url.protocol === 'file:' && status === 404)
    throw new PageFailure('NOT_FOUND', `There is no file ${shownUrl(url)}.`);
  if (body.byteLength > MAX_PART)
    throw new PageFailure('FILE_TOO_LARGE', `${shownUrl(url)} is larger than ${MAX_PART} bytes.`);
  const parts = new PageParts(site, url, signal);
  if (status >= 400) parts.missing.push(`${shownUrl(url)} was answered with ${status} ${statusText}`.trim());
  return { ...(await assemble(htmlOf(answer), url, parts)), url };
}

function htmlOf(answer: SiteAnswer): string {
  const type = mediaTypeOf(answer);
  if (type.startsWith('image/')) return `<img alt="" src="${dataUrl(answer.body, type)}">`;
  const text = new TextDecoder().decode(answer.body);
  if (type === 'text/html' || type === 'application/xhtml+xml') return text;
  // Without a content type, the text's beginning decides, as in browsers.
  if (type === '' && /^\s*</.test(text)) return text;
  if (type === '' || type.startsWith('text/') || /[/+](?:json|xml|javascript)$/.test(type)) {
    return `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;
  }
  throw new PageFailure('UNSUPPORTED', `${shownUrl(answer.url)} is ${type}, which cannot be shown as a page.`);
}
