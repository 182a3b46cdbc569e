/**
 * The headers of a frame's document with this policy: cross-origin isolated, framed only by this project's pages, and without
 * referrers. The policy says what a document may load; only the allowlist forbids all connections, including those by setting
 * its location or by WebRTC.
 */
export const frameHeaders = (policy: readonly string[]): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy.join('; '),
  'Connection-Allowlist': '()',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
});
