import { partText, type PageParts } from './parts';

/** Comments and strings, which contain no references; imports; and `url()`. */
const TOKEN =
  /\/\*[\s\S]*?\*\/|@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'();]+))\s*\)?([^;]*);?|url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"')]+))\s*\)|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|@charset\s+"[^"]*";/gi;

/** Inlines what a style sheet refers to: imports in their place, images and fonts as data. `within`: the importing sheets. */
export async function styleSheet(
  text: string,
  base: URL,
  parts: PageParts,
  within: readonly string[] = [base.href],
): Promise<string> {
  let all = '';
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, imported1, imported2, imported3, condition = '', url1, url2, url3] = match;
    const imported = imported1 ?? imported2 ?? imported3;
    const referred = url1 ?? url2 ?? url3;
    all += text.slice(from, match.index);
    from = match.index + token.length;
    if (imported !== undefined) all += await importedSheet(imported, condition, base, parts, within);
    else if (referred === undefined) all += /^@charset/i.test(token) ? '' : token;
    // A fragment refers to a part of the document itself.
    else if (/^(?:data:|#)/i.test(referred)) all += token;
    else all += `url("${(await parts.data(referred, base)) ?? 'data:,'}")`;
  }
  return all + text.slice(from);
}

async function importedSheet(
  reference: string,
  condition: string,
  base: URL,
  parts: PageParts,
  within: readonly string[],
): Promise<string> {
  const url = parts.resolve(reference, base);
  // Stop cyclic imports.
  if (!url || within.includes(url.href)) return '';
  const part = await parts.take(url);
  if (!part) return '';
  return wrapped(await styleSheet(partText(part), url, parts, [...within, url.href]), condition.trim());
}

/** Wraps a sheet in the blocks equivalent to the conditions after an import's URL. */
function wrapped(css: string, condition: string): string {
  const [, layer, layerName = '', supports, media = ''] =
    /^(layer(?:\(\s*([^)]*)\s*\))?)?\s*(?:supports\(((?:[^()]|\([^()]*\))*)\))?\s*([\s\S]*)$/i.exec(condition) ?? [];
  let all = css;
  if (media !== '') all = `@media ${media} {\n${all}\n}`;
  if (supports !== undefined) {
    const test = /^\s*(?:\(|not\b|selector\()/i.test(supports) ? supports : `(${supports})`;
    all = `@supports ${test} {\n${all}\n}`;
  }
  return layer === undefined ? all : `@layer ${layerName} {\n${all}\n}`;
}
