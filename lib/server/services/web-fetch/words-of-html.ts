const SILENT = /^(script|style|noscript|template|svg|head|title)$/;
const BREAKS = /^(p|div|br|li|tr|h[1-6]|section|article|ul|ol|table|pre|blockquote|header|footer)$/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of an HTML page in one pass, for pages that are too large to parse. */
export function htmlText(html: string): string {
  let words = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    words += html.slice(at, open);
    const close = html.indexOf('>', open);
    if (close === -1) return decode(words);
    const name =
      /^[a-z0-9]+/.exec(
        html
          .slice(open + 1, Math.min(close, open + 20))
          .replace('/', '')
          .toLowerCase(),
      )?.[0] ?? '';
    at = close + 1;
    if (SILENT.test(name) && html[open + 1] !== '/') {
      const end = indexOfTag(html, `</${name}`, at);
      if (end === -1) return decode(words);
      at = end;
    }
    words += BREAKS.test(name) ? '\n' : '';
  }
  return decode(words + html.slice(at));
}

export function htmlTitle(html: string): string {
  const start = indexOfTag(html, '<title', 0);
  if (start === -1) return '';
  const open = html.indexOf('>', start);
  const end = indexOfTag(html, '</title', open);
  return open === -1 || end === -1
    ? ''
    : decode(html.slice(open + 1, end))
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 200);
}

/** Where a tag comes next, in letters of either case: looked for no further than that, as a page may have a million tags. */
function indexOfTag(html: string, tag: string, from: number): number {
  const pattern = new RegExp(tag, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? -1;
}

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
