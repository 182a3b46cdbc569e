import { describe, expect, it } from 'vitest';
import { PREVIEW_HEADERS, previewHtml } from './frame-document';
import { AnswerSchema } from './messages';

describe('the frame', () => {
  it('reaches nothing', () => {
    const policy = PREVIEW_HEADERS['Content-Security-Policy'];
    for (const part of ["default-src 'none'", "connect-src 'none'", "form-action 'none'", 'sandbox allow-scripts']) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/allow-same-origin|https?:/);
    expect(PREVIEW_HEADERS['Connection-Allowlist']).toBe('()');
    expect(() => previewHtml('a</script>')).toThrow(/script element/);
  });

  it.each([
    [{ kind: 'seen', id: 1, seen: { title: 'x'.repeat(301), text: '', console: [] } }],
    [{ kind: 'picture', id: 1, data: '"><script>' }],
    [{ kind: 'failed', id: 1, code: 'GATE_DENIED', message: '' }],
    [{ kind: 'go', to: { url: 'x', method: 'GET', headers: [], body: 'text' } }],
    [{ kind: 'fetch', id: 1, request: { url: 'x', method: 'GET\r\nx', headers: [] } }],
    [{ kind: 'fetch', id: 1, request: { url: 'x'.repeat(5_000), method: 'GET', headers: [] } }],
    ['ready'],
  ])('is not believed when it says %j', (message) => expect(AnswerSchema.safeParse(message).success).toBe(false));
});
