import { parse } from 'es-module-lexer/js';
import { z } from 'zod';
import { parseJson } from '@/lib/protocol/text';
import { IMPORT_NAME } from '../import-name';
import { ownLocation, type ScriptKind } from './own-location';
import { dataUrl, partText, type PagePart, type PageParts } from './parts';
import { styleSheet } from './style-sheet';

const ImportMapSchema = z.object({ imports: z.record(z.string(), z.string()).default({}) });

/**
 * The modules of a page. Its frame cannot load URLs, so each module becomes a data URL, and an import map points from its URL
 * to it; inside it, specifiers become absolute URLs. So modules may import each other in cycles, and each runs only once.
 */
export class Modules {
  /** The data URL of each module found, by its URL. */
  private readonly placed = new Map<string, string>();
  private readonly named = new Map<string, string>();

  constructor(private readonly parts: PageParts) {}

  /** Reads the page's own import map. Its `scopes` are ignored and reported. */
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

  /** Fetches a script's imports and replaces their specifiers by URLs, and has its `location` be the page's. A lexer finds the imports. */
  async rewrite(written: string, base: URL, kind: ScriptKind): Promise<string> {
    const source = await ownLocation(written, kind);
    if (!/\bimport\b|\bexport\b/.test(source)) return source;
    let imports: ReturnType<typeof parse>[0];
    try {
      [imports] = parse(source);
    } catch {
      // The engine's own syntax error is better.
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
        // Remove import attributes, since every module becomes a script.
        if (found.attributes) replace(found.end + 1, found.importEnd, '');
      } else {
        const url = found.specifier === undefined || found.glob ? undefined : this.meant(found.specifier, base);
        if (url) await this.place(url);
        // Pass the base URL, which is known only here.
        replace(found.importStart, found.importStart + 'import'.length, `${IMPORT_NAME}(${JSON.stringify(base.href)})`);
      }
    }
    return code + source.slice(from);
  }

  /** Fetches a module and its imports. A missing module is reported and gets no entry, so importing it fails. */
  async place(url: URL): Promise<void> {
    const { href } = url;
    if (this.placed.has(href)) return;
    // Add the entry before following imports, as they may be cyclic.
    this.placed.set(href, '');
    const part = await this.parts.take(url);
    if (!part) return void this.placed.delete(href);
    this.placed.set(href, dataUrl(`${await this.script(part, url)}\n//# sourceURL=${href}`, 'text/javascript'));
  }

  /** A module as a script: the frame's policy treats JSON and CSS modules as requests. */
  private async script(part: PagePart, url: URL): Promise<string> {
    const text = partText(part);
    if (/[/+]json$/.test(part.type)) return `export default JSON.parse(${JSON.stringify(text)});`;
    if (part.type !== 'text/css') return this.rewrite(text, url, 'module');
    const sheet = JSON.stringify(await styleSheet(text, url, this.parts));
    return `const sheet = new CSSStyleSheet(); sheet.replaceSync(${sheet}); export default sheet;`;
  }

  /** The data URL of each module, for an import map. */
  get map(): Readonly<Record<string, string>> {
    const placed = Object.fromEntries(this.placed);
    const named = [...this.named].flatMap(([name, href]) => (placed[href] ? [[name, placed[href]]] : []));
    return { ...Object.fromEntries(named), ...placed };
  }

  /** Resolves a specifier to the module's URL. */
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
    // The result is put between quotation marks.
    const url = this.parts.resolve(target ?? own, base);
    return url && new URL(url.href.replaceAll("'", '%27'));
  }
}
