// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { HOLDER_NAME } from '../holder-name';
import { IMPORT_NAME } from '../import-name';
import { MAX_PART } from '../limits';
import { mediaTypeOfPath } from '../site/file-site';
import type { Site } from '../site/site';
import { assemble } from './document';
import { PageParts } from './parts';

const FILES: Readonly<Record<string, string>> = {
  'a.js': 'document.title = "</script><b>";',
  'style.css': 'p { color: red }',
  'all.css': '@import "style.css" print; @import url(all.css); b { background: url(tea.svg) } /* url(none.svg) */',
  'main.js':
    "import { one } from './lib/one.js'; import data from './data.json' with { type: 'json' }; import('./lib/late.js');",
  'lib/one.js': "import { two } from './two.js'; export const one = import.meta.url;",
  'lib/two.js': "export { one } from './one.js'; export const two = 2;",
  'lib/late.js': 'export {};',
  'data.json': '{"n":1}',
  'tea.svg': '<svg/>',
  'big.js': 'x'.repeat(MAX_PART + 1),
};
const site: Site = async ({ url }) => {
  const path = url.pathname.slice(1);
  const body = new TextEncoder().encode(FILES[path]);
  const status = FILES[path] === undefined ? 404 : 200;
  return { url, status, statusText: '', headers: [['content-type', mediaTypeOfPath(path)]], body };
};
const put = async (html: string) => {
  const base = new URL('file:///index.html');
  const { html: done, parts } = await assemble(html, base, new PageParts(site, base, new AbortController().signal));
  const page = new DOMParser().parseFromString(done, 'text/html');
  return { html: done, page, missing: parts.missing };
};
const decode = (url: string | null | undefined) => atob((url ?? '').replace(/^data:[^,]*,/, ''));
const importsOf = (page: Document): Record<string, string> =>
  JSON.parse(page.querySelector('script[type=importmap]')?.textContent ?? '{}').imports;

describe('assemble', () => {
  it('brings scripts, styles and pictures in', async () => {
    const { html, page, missing } = await put(
      '<link rel="stylesheet" media="print" href="style.css?v=1"><p>Hi<img src="tea.svg"><script defer src="a.js"></script>',
    );
    expect(missing).toEqual([]);
    expect(html).toContain('<style media="print">p { color: red }</style>');
    expect(html).toContain(`data:image/svg+xml;base64,${btoa('<svg/>')}`);
    const script = page.querySelector('script');
    // Still with an address: a script inline would not wait for the document.
    expect(script?.defer).toBe(true);
    expect(decode(script?.getAttribute('src'))).toBe(`${FILES['a.js']}\n//# sourceURL=file:///a.js`);
  });

  it('keeps handlers from the policy of our own page, and leaves all else as it is', async () => {
    const given: string[] = [];
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString').mockImplementation(function (
      this: DOMParser,
      ...args
    ) {
      given.push(args[0]);
      parse.mockRestore();
      return this.parseFromString(...args);
    });
    const { html } = await put(
      '<body OnLoad = "go()"><p title="an onclick = 1">let onclick = 2</p><script>let onclick = 3; location.href = "x";</script>' +
        '<b\nonclick=\'location = "y"\'></b>',
    );
    expect(given[0]).not.toMatch(/\son[a-z]+\s*=/i);
    expect(html).toContain('<body onload="go()"><p title="an onclick = 1">let onclick = 2</p>');
    expect(html).toContain(`<script>let onclick = 3;  ${HOLDER_NAME}(globalThis).location.href = "x";`);
    expect(html).toContain(`<b onclick=" ${HOLDER_NAME}(globalThis).location = &quot;y&quot;">`);
  });

  it('gives every module an address of its own, so that they may form a circle', async () => {
    const { page, missing } = await put('<script type="module" src="main.js"></script>');
    expect(missing).toEqual([]);
    expect(page.querySelector('script[type=module]')?.textContent).toBe('import "file:///main.js";');
    const modules = Object.fromEntries(
      Object.entries(importsOf(page)).map(([address, data]) => [address, decode(data).replace(/\n.*$/, '')]),
    );
    expect(modules).toEqual({
      'file:///main.js': `import { one } from 'file:///lib/one.js'; import data from 'file:///data.json'; ${IMPORT_NAME}("file:///main.js")('./lib/late.js');`,
      'file:///lib/one.js': `import { two } from 'file:///lib/two.js'; export const one = "file:///lib/one.js";`,
      'file:///lib/two.js': `export { one } from 'file:///lib/one.js'; export const two = 2;`,
      'file:///lib/late.js': 'export {};',
      'file:///data.json': 'export default JSON.parse("{\\"n\\":1}");',
    });
  });

  it('has scripts and handlers look their location up, which the frame may not set', async () => {
    const { page } = await put('<button onclick="location = 1"></button><script>document.location = 2</script>');
    expect(page.querySelector('button')?.getAttribute('onclick')).toBe(` ${HOLDER_NAME}(globalThis).location = 1`);
    expect(page.querySelector('script')?.textContent).toBe(` ${HOLDER_NAME}((document)).location = 2`);
  });

  it.each([
    ['"lib/": "./lib/"', 'lib/two.js'],
    ['"two": "./lib/two.js"', 'two'],
  ])('takes the import map {%s} of the page', async (entry, name) => {
    const { page, missing } = await put(
      `<script type="importmap">{"imports":{${entry}}}</script><script type="module">import "${name}"; // </script>`,
    );
    expect(missing).toEqual([]);
    expect(page.querySelector('script[type=module]')?.textContent).toBe('import "file:///lib/two.js"; // ');
    expect(page.querySelectorAll('script[type=importmap]')).toHaveLength(1);
    expect(importsOf(page)).toHaveProperty(['file:///lib/two.js']);
  });

  it('puts imported sheets in their place, each once within itself', async () => {
    const { html, missing } = await put('<link rel="stylesheet" href="all.css">');
    expect(missing).toEqual([]);
    expect(html).toContain(
      `<style>@media print {\np { color: red }\n}  b { background: url("data:image/svg+xml;base64,${btoa('<svg/>')}") } /* url(none.svg) */</style>`,
    );
  });

  it.each([
    ['<script src="https://cdn.example/x.js"></script>', /no network/],
    ['<script src="//cdn.example/x.js"></script>', /no network/],
    ['<script type="module">import "https://cdn.example/x.js"</script>', /no network/],
    ['<script type="module">import "react"</script>', /react names a package/],
    ['<script type="module">import "./none.js"</script>', /none\.js is not there/],
    ['<script type="importmap">{</script>', /import map cannot be read/],
    ['<style>p { background: url(none.png) }</style>', /none\.png is not there/],
    ['<link rel="stylesheet" href="none.css">', /none\.css is not there/],
    ['<script src="big.js"></script>', /too large/],
    ['<iframe src="tea.svg"></iframe>', /page within the page/],
  ])('tells what it leaves out of %s', async (html, note) => {
    const { html: done, missing } = await put(html);
    expect(missing.join()).toMatch(note);
    expect(done).not.toMatch(/src="(?!data:)|href=/);
  });

  it('takes away what would change the policy or the base', async () => {
    const { html } = await put(
      '<meta http-equiv="refresh" content="0;url=/x"><base href="https://x.example/"><link rel="modulepreload" href="x.js">',
    );
    expect(html).not.toMatch(/refresh|base|modulepreload/);
  });

  it('lets no script end its element early', async () => {
    const { page } = await put(
      '<script type="module">import "./lib/late.js"; const x = "<\\/script><!--";</script><p>Still here',
    );
    expect(page.querySelector('p')?.textContent).toBe('Still here');
  });
});
