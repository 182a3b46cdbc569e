import { FRAME_HEADERS, FRAME_HTML } from '@/lib/sandbox/embedded/page/frame-document';

export const dynamic = 'force-static';

/** The sandbox's frame: an opaque origin whose policy lets guests compute and reach nothing. */
export const GET = () => new Response(FRAME_HTML, { headers: FRAME_HEADERS });
