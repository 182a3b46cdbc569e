import { dataUrl, partText, type PageParts } from './parts';
import { Modules } from './modules';
import { ownLocation } from './own-location';
import { styleSheet } from './style-sheet';

/** A page as a single document, and what is needed to add parts to it later. */
export interface Assembled {
  readonly html: string;
  readonly parts: PageParts;
  readonly modules: Modules;
}

const MODULE = 'script[type=module]';
const SCRIPT = /^(?:|text\/javascript|application\/javascript|module)$/i;
/** Elements that show the resource in an attribute. */
const SOURCES: readonly (readonly [selector: string, attribute: string])[] = [
  ['img[src], input[type=image][src], audio[src], video[src], source[src], track[src], embed[src]', 'src'],
  ['video[poster]', 'poster'],
  ['svg image[href]', 'href'],
];
/** Elements that would change the policy or the base, or prefetch what is inlined. */
const LEFT_OUT =
  'meta[http-equiv], base, link[rel~=preload], link[rel~=modulepreload], link[rel~=icon], link[rel~=manifest]';

/**
 * Puts a page and everything it refers to into one document, as its frame cannot load anything. Scripts and styles are inlined
 * or become data URLs, as do images and fonts. References to other sites are dropped and reported.
 */
export async function assemble(html: string, base: URL, parts: PageParts): Promise<Assembled> {
  // A parsed document is inert, it runs and fetches nothing; but a browser complains of a handler in it, by the policy of our page.
  const mark = `x${crypto.randomUUID().replaceAll('-', '')}`;
  const page = new DOMParser().parseFromString(html.replaceAll(HANDLER, `${mark}$&`), 'text/html');
  const modules = new Modules(parts);
  for (const element of page.querySelectorAll(LEFT_OUT)) element.remove();
  await bringScripts(page, base, parts, modules);
  await bringHandlers(page, mark);
  await bringStyles(page, base, parts);
  for (const [selector, attribute] of SOURCES) {
    for (const element of page.querySelectorAll(selector)) await bringSource(element, attribute, base, parts);
  }
  for (const element of page.querySelectorAll('[srcset]')) await bringSet(element, base, parts);
  for (const frame of page.querySelectorAll('iframe[src], frame[src], object[data]')) {
    parts.missing.push(
      `a page within the page is not shown: ${frame.getAttribute('src') ?? frame.getAttribute('data')}`,
    );
    frame.removeAttribute('src');
    frame.removeAttribute('data');
  }
  return { html: `<!doctype html>${page.documentElement.outerHTML.replaceAll(mark, '')}`, parts, modules };
}

/** The name of an attribute with a handler. It may be something else in a script or a text, where its mark does no harm, either. */
const HANDLER = /(?<=\s)on[a-z]+(?=\s*=)/gi;

/** `mark`: what their names begin with. */
async function bringHandlers(page: Document, mark: string): Promise<void> {
  for (const element of page.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (attribute.name.replace(mark, '').startsWith('on'))
        attribute.value = await ownLocation(attribute.value, 'handler');
    }
  }
}

async function bringScripts(page: Document, base: URL, parts: PageParts, modules: Modules): Promise<void> {
  for (const map of page.querySelectorAll('script[type=importmap]')) {
    modules.takeMap(map.textContent ?? '', base);
    map.remove();
  }
  for (const script of page.querySelectorAll('script')) {
    if (!SCRIPT.test(script.type)) continue;
    const reference = script.getAttribute('src');
    if (reference === null) {
      const kind = script.matches(MODULE) ? 'module' : 'script';
      script.textContent = inline(await modules.rewrite(script.textContent ?? '', base, kind));
    } else if (script.matches(MODULE)) {
      const url = modules.meant(/^(?:[./]|[a-z][a-z0-9+.-]*:)/i.test(reference) ? reference : `./${reference}`, base);
      script.removeAttribute('src');
      script.textContent = url ? inline(`import ${JSON.stringify(url.href)};`) : '';
      if (url) await modules.place(url);
    } else await bringClassic(script, reference, base, parts, modules);
  }
  if (Object.keys(modules.map).length === 0) return;
  const map = page.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({ imports: modules.map });
  page.head.prepend(map);
}

/** As a data URL, not inline, so that `defer` and `async` work. */
async function bringClassic(
  script: HTMLScriptElement,
  reference: string,
  base: URL,
  parts: PageParts,
  modules: Modules,
): Promise<void> {
  const url = parts.resolve(reference, base);
  const part = url && (await parts.take(url));
  script.removeAttribute('integrity');
  if (!url || !part) return script.removeAttribute('src');
  const text = await modules.rewrite(partText(part), url, 'script');
  script.src = dataUrl(`${text}\n//# sourceURL=${url.href}`, 'text/javascript');
  // Otherwise, its errors would be hidden.
  script.crossOrigin = 'anonymous';
}

async function bringStyles(page: Document, base: URL, parts: PageParts): Promise<void> {
  for (const link of page.querySelectorAll('link[rel~=stylesheet][href]')) {
    const url = parts.resolve(link.getAttribute('href') ?? '', base);
    const part = url && (await parts.take(url));
    const style = page.createElement('style');
    const media = link.getAttribute('media');
    if (media !== null) style.media = media;
    if (link.id) style.id = link.id;
    style.textContent = url && part ? styled(await styleSheet(partText(part), url, parts)) : '';
    link.replaceWith(style);
  }
  for (const style of page.querySelectorAll('style')) {
    const text = style.textContent ?? '';
    if (/url\(|@import/i.test(text)) style.textContent = styled(await styleSheet(text, base, parts));
  }
  for (const element of page.querySelectorAll('[style*="url("]')) {
    element.setAttribute('style', await styleSheet(element.getAttribute('style') ?? '', base, parts));
  }
}

async function bringSource(element: Element, attribute: string, base: URL, parts: PageParts): Promise<void> {
  const reference = element.getAttribute(attribute) ?? '';
  if (/^(?:data:|#|$)/i.test(reference)) return;
  const data = await parts.data(reference, base);
  if (data === undefined) element.removeAttribute(attribute);
  else element.setAttribute(attribute, data);
}

/** A data URL contains commas, so a choice of images is replaced by its first one. */
async function bringSet(element: Element, base: URL, parts: PageParts): Promise<void> {
  const set = element.getAttribute('srcset') ?? '';
  if (/^\s*data:/i.test(set)) return;
  const [first = ''] = set.trim().split(/[\s,]/);
  const data = first === '' ? undefined : await parts.data(first, base);
  if (data === undefined) element.removeAttribute('srcset');
  else element.setAttribute('srcset', data);
}

/** Escapes a script's text for a script element. */
const inline = (text: string): string => text.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--');

const styled = (text: string): string => text.replace(/<\/(style)/gi, '<\\/$1');
