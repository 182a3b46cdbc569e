import { NextResponse, type NextRequest } from 'next/server';
import { contentSecurityPolicy, wantsWebContainer } from '@/app/content-security-policy';

/** Gives every page a fresh nonce and the policy that goes with it. The sandbox frame and the API set their own headers. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy({
    nonce,
    dev: process.env.NODE_ENV === 'development',
    webContainer: wantsWebContainer(request.nextUrl.searchParams.get('sandbox'), process.env.TOOLYARD_SANDBOX),
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  matcher: ['/((?!api/|sandbox-frame|sandbox/|samples/|screenshots/|_next/static|_next/image|icon.svg).*)'],
};
