import { NextResponse, type NextRequest } from 'next/server';
import { acceptedLocale, LOCALE_COOKIE, LOCALE_HEADER, localeOf } from '@/components/messages/locale';
import { contentSecurityPolicy, wantsWebContainer } from '@/app/content-security-policy';

/** Seconds for which the choice of a language is kept. */
const YEAR_S = 365 * 24 * 3600;

/**
 * Gives every page a fresh nonce with the policy that goes with it, and its language: that of the link, else the one a person chose,
 * else the browser's. The sandbox frame and the API set their own headers.
 */
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
  const linked = localeOf(request.nextUrl.searchParams.get('lang'));
  const kept = localeOf(request.cookies.get(LOCALE_COOKIE)?.value);
  headers.set(LOCALE_HEADER, linked ?? kept ?? acceptedLocale(request.headers.get('accept-language')));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  if (linked && linked !== kept)
    response.cookies.set(LOCALE_COOKIE, linked, { path: '/', maxAge: YEAR_S, sameSite: 'lax' });
  return response;
}

export const config = {
  matcher: [
    '/((?!api/|sandbox-frame|webcontainer/|sandbox/|samples/|screenshots/|_next/static|_next/image|icon.svg|favicon.ico).*)',
  ],
};
