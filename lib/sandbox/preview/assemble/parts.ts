import { PageFailure } from '@/lib/ports';
import { MAX_PART, MAX_PARTS } from '../limits';
import { decodedPath, siteOf } from '../site/page-url';
import { get, mediaTypeOf, type Site } from '../site/site';

/** A part of a page. */
export interface PagePart {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** Fetches a page's resources, each URL once, and records what cannot be loaded. */
export class PageParts {
  /** What was left out and why, in words. */
  readonly missing: string[] = [];
  private left = MAX_PARTS;
  private readonly known = new Map<string, Promise<PagePart | undefined>>();

  constructor(
    private readonly site: Site,
    private readonly page: URL,
    private readonly signal: AbortSignal,
  ) {}

  /** Resolves a reference; undefined if it is not on the page's own site. */
  resolve(reference: string, base: URL): URL | undefined {
    try {
      const url = new URL(reference, base);
      url.hash = '';
      if (siteOf(url) === siteOf(this.page)) return url;
    } catch {
      // Reported like any other URL on another site.
    }
    this.missing.push(`${reference} is not on the page's own site, and there is no network`);
    return undefined;
  }

  /** The resource at a URL; undefined, and recorded, if it cannot be loaded. */
  take(url: URL): Promise<PagePart | undefined> {
    const known = this.known.get(url.href) ?? this.fetch(url);
    this.known.set(url.href, known);
    return known;
  }

  /** The resource as a data URL. */
  async data(reference: string, base: URL): Promise<string | undefined> {
    const url = this.resolve(reference, base);
    const part = url && (await this.take(url));
    return part && dataUrl(part.bytes, part.type);
  }

  private async fetch(url: URL): Promise<PagePart | undefined> {
    const name = url.protocol === 'file:' ? decodedPath(url.pathname.slice(1)) : url.pathname + url.search;
    try {
      const answer = await this.site(get(url), this.signal);
      const { body, status } = answer;
      if (status >= 400)
        this.missing.push(url.protocol === 'file:' ? `${name} is not there` : `${name} was answered with ${status}`);
      else if (body.byteLength > MAX_PART) this.missing.push(`${name} is too large: more than ${MAX_PART} bytes`);
      else if (body.byteLength > this.left)
        this.missing.push(`${name} is too much: a page's parts are ${MAX_PARTS} bytes at most`);
      else {
        this.left -= body.byteLength;
        return { bytes: body, type: mediaTypeOf(answer) };
      }
    } catch (error) {
      if (!(error instanceof PageFailure)) throw error;
      this.missing.push(`${name} cannot be had: ${error.message}`);
    }
    return undefined;
  }
}

export const partText = ({ bytes }: PagePart): string => new TextDecoder().decode(bytes);

/** A data URL with bytes or a text. */
export function dataUrl(content: Uint8Array | string, type: string): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${type || 'application/octet-stream'};base64,${btoa(binary)}`;
}
