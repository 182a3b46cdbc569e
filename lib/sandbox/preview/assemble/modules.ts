import { parse } from 'es-module-lexer/js';
import { z } from 'zod';
import { parseJson } from '@/lib/protocol/json';
import { IMPORT_NAME } from '../import-name';
import { dataUrl, partText, type PagePart, type PageParts } from './parts';
import { styleSheet } from './style-sheet';

const ImportMapSchema = z.object({ imports: z.record(z.string(), z.string()).default({}) });

/**
 * The modules of a page. No address can be loaded in its frame, so each module becomes data, and an import map leads from its
 * address there; inside it, every name stands as an address. So modules may import one another in a circle, and each runs once.
 */
export class Modules {
  /** Address of each module that was found, and where its text is. */
  private readonly placed = new Map<string, string>();
  private readonly named = new Map<string, string>();

  constructor(private readonly parts: PageParts) {}

  /** Takes the page's own import map. Its `scopes` are not looked at, and that is told. */
  takeMap(json: string, base: URL): void {
    const map = parseJson(ImportMapSchema, json);
    if (!map.ok) {
      this.parts.missing.push(`the import map cannot be read: ${map.reason}`);
      return;
    }
    if (/"scopes"\s*:/.test(json)) this.parts.missing.push('the scopes of the import map are left out');
    for (const [name, target] of Object.entries(map.value.imports)) {
      const isPath = /^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(name);
      const address = new URL(target, base).href;
      this.named.set(isPath ? new URL(name, base).href : name, address);
    }
  }

  /** A script with what it imports fetched, and named by its address. Imports are told apart from words by a lexer. */
  async rewrite(source: string, base: URL): Promise<string> {
    if (!/\bimport\b|\bexport\b/.test(source)) return source;
    let imports: ReturnType<typeof parse>[0];
    try {
      [imports] = parse(source);
    } catch {
      // The engine's own message about the syntax is the better one.
      return source;
    }
    let code = '';
    let from = 0;
    const replace = (start: number, end: number, text: string) => {
      code += source.slice(from, start) + text;
      from = end;
    };
    for (const found of imports) {
      if (found.type === 'import-meta') {
        const isUrl = /^import\s*\.\s*meta\s*\.\s*url\b/.exec(source.slice(found.importStart));
        if (isUrl) replace(found.importStart, found.importStart + isUrl[0].length, JSON.stringify(base.href));
      } else if (found.type !== 'dynamic') {
        const url = this.meant(found.specifier, base);
        if (!url) continue;
        await this.place(url);
        replace(found.start, found.end, url.href);
        // What is not a script becomes one, which no attribute may deny.
        if (found.attributes) replace(found.end + 1, found.importEnd, '');
      } else {
        const url = found.specifier === undefined || found.glob ? undefined : this.meant(found.specifier, base);
        if (url) await this.place(url);
        // By whose address a name is meant is known only here.
        replace(found.importStart, found.importStart + 'import'.length, `${IMPORT_NAME}(${JSON.stringify(base.href)})`);
      }
    }
    return code + source.slice(from);
  }

  /** Fetches a module and what it imports. What is not there stays without a place: whoever imports it fails, and it is told. */
  async place(url: URL): Promise<void> {
    const { href } = url;
    if (this.placed.has(href)) return;
    // It has a place before its imports are followed, or a circle would have no end.
    this.placed.set(href, '');
    const part = await this.parts.take(url);
    if (!part) return void this.placed.delete(href);
    this.placed.set(href, dataUrl(`${await this.script(part, url)}\n//# sourceURL=${href}`, 'text/javascript'));
  }

  /** A module as a script: the frame's policy takes JSON and styles for requests. */
  private async script(part: PagePart, url: URL): Promise<string> {
    const text = partText(part);
    if (/[/+]json$/.test(part.type)) return `export default JSON.parse(${JSON.stringify(text)});`;
    if (part.type !== 'text/css') return this.rewrite(text, url);
    const sheet = JSON.stringify(await styleSheet(text, url, this.parts));
    return `const sheet = new CSSStyleSheet(); sheet.replaceSync(${sheet}); export default sheet;`;
  }

  /** Where each address leads, for an import map. */
  get map(): Readonly<Record<string, string>> {
    const placed = Object.fromEntries(this.placed);
    const named = [...this.named].flatMap(([name, href]) => (placed[href] ? [[name, placed[href]]] : []));
    return { ...Object.fromEntries(named), ...placed };
  }

  /** The address of the module that a name means. */
  meant(specifier: string, base: URL): URL | undefined {
    const isPath = /^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(specifier);
    const own = isPath ? new URL(specifier, base).href : specifier;
    const prefix = [...this.named.keys()]
      .filter((name) => name.endsWith('/') && own.startsWith(name))
      .sort((a, b) => b.length - a.length)[0];
    const target =
      this.named.get(own) ??
      (prefix === undefined ? undefined : `${this.named.get(prefix)}${own.slice(prefix.length)}`);
    if (target === undefined && !isPath) {
      this.parts.missing.push(`${specifier} names a package, and no import map says where it is`);
      return undefined;
    }
    if ((target ?? own).startsWith('data:')) return undefined;
    // It will stand between quotation marks.
    const url = this.parts.resolve(target ?? own, base);
    return url && new URL(url.href.replaceAll("'", '%27'));
  }
}
