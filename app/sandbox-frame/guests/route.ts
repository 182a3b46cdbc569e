import { FRAME_HEADERS } from '@/lib/sandbox/embedded/page/frame-document';
import { GUEST_FRAME_HTML } from '@/lib/sandbox/guest/page/frame-document';

export const dynamic = 'force-static';

/** The frame of hooks and dynamic tools: an opaque origin that reaches nothing, like the sandbox's. */
export const GET = () => new Response(GUEST_FRAME_HTML, { headers: FRAME_HEADERS });
