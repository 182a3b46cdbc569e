/**
 * The headers of a frame's document with this policy: it is isolated across origins, framed by our own pages only, and tells nobody
 * of them. The policy says what a document may load; that nothing in it may connect at all, not even by setting its location or by
 * WebRTC, only the allowlist says.
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
