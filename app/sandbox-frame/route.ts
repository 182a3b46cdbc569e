import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAME_HEADERS, frameHtml } from '@/lib/sandbox/embedded/page/frame-document';

export const dynamic = 'force-static';

/** The sandbox's frame: an opaque origin whose policy lets sandboxed code compute but reach nothing. */
export const GET = async () =>
  new Response(frameHtml(await readFile(join(process.cwd(), 'public/sandbox/kernel.js'), 'utf8')), {
    headers: FRAME_HEADERS,
  });
