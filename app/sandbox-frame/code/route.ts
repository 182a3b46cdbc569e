import { FRAME_HEADERS } from '@/lib/sandbox/embedded/page/frame-document';
import { CODE_FRAME_HTML } from '@/lib/sandbox/code-runner/page/frame-document';

export const dynamic = 'force-static';

/** The frame of hooks and dynamic tools: an opaque origin without any access, like the sandbox's frame. */
export const GET = () => new Response(CODE_FRAME_HTML, { headers: FRAME_HEADERS });
