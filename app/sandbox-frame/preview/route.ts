import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PREVIEW_HEADERS, previewHtml } from '@/lib/sandbox/preview/frame-document';

export const dynamic = 'force-static';

/** The frame that shows a page of the sandbox: an opaque origin, like the sandbox's own frame. */
export const GET = async () =>
  new Response(previewHtml(await readFile(join(process.cwd(), 'public/sandbox/page-agent.js'), 'utf8')), {
    headers: PREVIEW_HEADERS,
  });
