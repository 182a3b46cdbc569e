/** Answers to its opener, which the isolation of other pages would keep from it; it frames the container's host and nothing else. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; frame-src https://stackblitz.com; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
};

const HTML =
  '<!doctype html><title>Toolyard</title><body><script src="/sandbox/webcontainer-connect.js"></script></body>';

/** Connects a preview of WebContainer in a tab of its own with the container of the page that it comes from. */
export const GET = (): Response => new Response(HTML, { headers: HEADERS });
