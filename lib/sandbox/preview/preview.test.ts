// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { assemble } from './assemble';
import { PREVIEW_HEADERS, previewHtml } from './frame-document';
import { AnswerSchema } from './messages';
import { pagePath } from './page-path';

const FILES: Readonly<Record<string, string>> = {
  'a.js': 'document.title = "</script><b>";',
  'style.css': 'p { color: red }',
  'module.js': "import { x } from './x.js';",
  'tea.svg': '<svg/>',
  'big.js': 'x'.repeat(2_000_001),
};
const read = async (path: string) => {
  const text = FILES[path];
  return text === undefined ? undefined : new TextEncoder().encode(text);
};

describe('assemble', () => {
  it('brings scripts, styles and pictures in', async () => {
    const { html, missing } = await assemble(
      '<link rel="stylesheet" href="style.css?v=1"><p>Hi<img src="tea.svg"><script src="a.js"></script>',
      read,
    );
    expect(missing).toEqual([]);
    expect(html).toContain('<style>p { color: red }</style>');
    expect(html).toContain(`data:image/svg+xml;base64,${btoa('<svg/>')}`);
    // What would end the script's element is written so that it does not.
    expect(html).toContain('document.title = "<\\/script><b>";');
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toMatch(/src="a\.js"|href=/);
  });

  it.each([
    ['<script src="https://cdn.example/x.js"></script>', /no network/],
    ['<script src="//cdn.example/x.js"></script>', /no network/],
    ['<link rel="stylesheet" href="none.css">', /none\.css is not there/],
    ['<script src="big.js"></script>', /too large/],
    ['<script type="module" src="module.js"></script>', /module imports/],
  ])('tells what it leaves out of %s', async (html, note) => {
    expect((await assemble(html, read)).missing.join()).toMatch(note);
  });

  it('takes away what would change the policy or the base', async () => {
    const { html } = await assemble(
      '<meta http-equiv="refresh" content="0;url=/x"><base href="https://x.example/">',
      read,
    );
    expect(html).not.toMatch(/refresh|base/);
  });
});

describe('pagePath', () => {
  it.each([
    ['index.html', '/home/w/index.html'],
    ['./web/../index.html', '/home/w/index.html'],
    ['/index.html', '/home/w/index.html'],
    ['/home/w/web/a.html', '/home/w/web/a.html'],
    ['@web/a.html', '/home/w/web/a.html'],
    ['web/', '/home/w/web/index.html'],
    ['a%20b.html?x=1#y', '/home/w/a b.html'],
  ])('%s is %s', (address, path) => expect(pagePath(address, '/home/w', '/home/w')).toBe(path));

  it.each([
    ['../secret.html', 'NOT_FOUND'],
    ['/../../etc/passwd', 'NOT_FOUND'],
    ['%2e%2e/secret.html', 'NOT_FOUND'],
    ['http://localhost:3000/', 'UNSUPPORTED'],
    ['//example.com/', 'UNSUPPORTED'],
    ['javascript:alert(1)', 'UNSUPPORTED'],
  ])('%s is refused with %s', (address, code) =>
    expect(() => pagePath(address, '/home/w', '/home/w')).toThrow(expect.objectContaining({ code })),
  );
});

describe('the frame', () => {
  it('reaches nothing', () => {
    const policy = PREVIEW_HEADERS['Content-Security-Policy'];
    for (const part of ["default-src 'none'", "connect-src 'none'", "form-action 'none'", 'sandbox allow-scripts']) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/allow-same-origin|https?:/);
    expect(() => previewHtml('a</script>')).toThrow(/script element/);
  });

  it.each([
    [{ kind: 'seen', id: 1, seen: { title: 'x'.repeat(301), text: '', console: [] } }],
    [{ kind: 'picture', id: 1, data: '"><script>' }],
    [{ kind: 'failed', id: 1, code: 'GATE_DENIED', message: '' }],
    ['ready'],
  ])('is not believed when it says %j', (message) => expect(AnswerSchema.safeParse(message).success).toBe(false));
});
