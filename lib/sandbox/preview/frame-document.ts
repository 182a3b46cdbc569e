const POLICY = [
  'sandbox allow-scripts allow-forms',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data: blob:',
  'media-src data: blob:',
  'worker-src blob:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** The frame of a page of the sandbox: an opaque origin that shows what it is given and reaches nothing. */
export const PREVIEW_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** The document that a page of the sandbox takes the place of. Throws on an agent that no script element can hold. */
export function previewHtml(agent: string): string {
  if (/<\/script|<!--/i.test(agent)) throw new Error('The agent holds what ends a script element.');
  return `<!doctype html><meta charset="utf-8"><title>Page</title><script>${agent}</script>`;
}
