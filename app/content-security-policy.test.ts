import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, wantsWebContainer } from './content-security-policy';

const policy = (options: Partial<Parameters<typeof contentSecurityPolicy>[0]> = {}) =>
  contentSecurityPolicy({ nonce: 'bm9uY2U=', dev: false, webContainer: false, ...options });

describe('contentSecurityPolicy', () => {
  it('allows scripts by nonce and never by eval in production', () => {
    expect(policy()).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic' 'wasm-unsafe-eval';");
    expect(policy()).not.toContain("'unsafe-eval'");
  });

  it('frames nothing but itself unless WebContainer was chosen', () => {
    expect(policy()).toContain("frame-src 'self';");
    expect(policy({ webContainer: true })).toContain('https://stackblitz.com');
  });
});

describe('wantsWebContainer', () => {
  it.each([
    [null, undefined, false],
    ['embedded', 'webcontainer', false],
    ['webcontainer', undefined, true],
    ['auto', undefined, true],
    [null, 'auto', true],
    ['nonsense', undefined, false],
  ])('link %s, operator %s → %s', (link, operator, expected) => {
    expect(wantsWebContainer(link, operator)).toBe(expected);
  });
});
