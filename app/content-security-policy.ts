/** The hosts of WebContainer's runtime and previews. Framed only if somebody chose that sandbox. */
const WEBCONTAINER_HOSTS = ['https://stackblitz.com', 'https://*.webcontainer.io', 'https://*.webcontainer-api.io'];

const NEEDS_WEBCONTAINER: ReadonlySet<string> = new Set(['webcontainer', 'auto']);

/** Whether a person, by the link, or the operator, by TOOLYARD_SANDBOX, chose a sandbox that frames WebContainer's hosts. */
export const wantsWebContainer = (chosen: string | null, operator: string | undefined): boolean =>
  NEEDS_WEBCONTAINER.has(chosen ?? operator ?? 'embedded');

/** The Content-Security-Policy of a page. */
export function contentSecurityPolicy(options: { nonce: string; dev: boolean; webContainer: boolean }): string {
  const frames = ["'self'", ...(options.webContainer ? WEBCONTAINER_HOSTS : [])];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${options.nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${options.dev ? " 'unsafe-eval'" : ''}`,
    "worker-src 'self' blob:",
    // Monaco and xterm add style elements at run time, which a nonce cannot cover.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${options.dev ? ' ws:' : ''}`,
    `frame-src ${frames.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}
