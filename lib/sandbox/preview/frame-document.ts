import { frameHeaders } from '../frame-headers';
import { scriptText } from '../script-text';

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
];

/** The frame of a sandbox page: an opaque origin that shows what it is given and cannot reach anything. */
export const PREVIEW_HEADERS = frameHeaders(POLICY);

/** The document that a sandbox page replaces. Throws if the agent's text cannot be in a script element. */
export const previewHtml = (agent: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Page</title><script>${scriptText(agent, 'agent')}</script>`;
