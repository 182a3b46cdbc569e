import { PageFailure } from '@/lib/ports';
import type { Assembled } from './assemble/document';
import { MAX_PART, MAX_REQUESTS } from './limits';
import type { FetchedPart, PlacedElement } from './messages';
import type { FrameDependencies } from './open-frame';
import { siteOf } from './site/page-url';
import type { Site } from './site/site';

/** Answers an open page's requests from its own site, until it is closed. */
export function serve(
  { url, parts, modules }: Assembled & { readonly url: URL },
  site: Site,
  signal: AbortSignal,
): Pick<FrameDependencies, 'fetch' | 'place'> {
  // The frame enforces the limit as well, but is not trusted.
  let open = 0;
  const fault = (error: unknown): { fault: string } => ({
    fault: error instanceof Error ? error.message : 'The page is closed.',
  });
  return {
    async fetch({ url: address, method, headers, body }): Promise<FetchedPart> {
      if (open >= MAX_REQUESTS) return { fault: `${MAX_REQUESTS} requests wait already.` };
      open += 1;
      try {
        const wanted = new URL(address, url);
        if (siteOf(wanted) !== siteOf(url)) {
          throw new PageFailure(
            'UNSUPPORTED',
            `${siteOf(wanted)} is not the page's own site, and a page of the sandbox reaches no other.`,
          );
        }
        const answer = await site({ url: wanted, method, headers, ...(body && { body }) }, signal);
        if (answer.body.byteLength > MAX_PART) {
          throw new PageFailure('FILE_TOO_LARGE', `${wanted.pathname} is larger than ${MAX_PART} bytes.`);
        }
        return { ...answer, url: answer.url.href };
      } catch (error) {
        return fault(error);
      } finally {
        open -= 1;
      }
    },
    async place(name, base): Promise<PlacedElement> {
      try {
        const known = modules.map;
        const missing = parts.missing.length;
        const found = modules.meant(name, new URL(base));
        if (found) await modules.place(found);
        const { map } = modules;
        if (!found || map[found.href] === undefined) {
          throw new PageFailure('NOT_FOUND', parts.missing[missing] ?? `The module ${name} cannot be had.`);
        }
        const added = Object.entries(map).filter(([href]) => known[href] === undefined);
        return { href: found.href, imports: Object.fromEntries(added) };
      } catch (error) {
        return fault(error);
      }
    },
  };
}
