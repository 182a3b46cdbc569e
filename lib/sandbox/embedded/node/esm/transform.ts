import type { AstNode } from './ast';
import { applyEdits, type Shifts } from './apply-edits';
import { awaitEdits, type SourceEdit } from './await-edits';
import { IMPORT_CALL } from './edited-text';
import { declared, references } from './scope';
import { throwEdits, throwsOther } from './throw-edits';

/** A module's import of another. */
export interface ModuleImport {
  specifier: string;
  attributes: Record<string, string>;
}

interface ImportEntry {
  request: number;
  /** `*` for the namespace. */
  imported: string;
  line: number;
  text: string;
}

export interface Transformed {
  /** Body of a generator function: `__export`, `__import`, `__meta` and `__from` are its parameters. */
  code: string;
  /** How many characters of the code precede the source's first one. */
  head: number;
  shifts: Shifts;
  async: boolean;
  requests: ModuleImport[];
  imports: ImportEntry[];
  /** Names exported from this module's own bindings. */
  local: string[];
  /** Names reexported from another module. */
  indirect: { name: string; request: number; imported: string; line: number; text: string }[];
  /** The requests of `export *`. */
  stars: number[];
}

/** Parses a source; throws acorn's SyntaxError. */
export type Parse = (source: string) => AstNode;

const text = (node: AstNode): string => String(node.type === 'Literal' ? node.value : node.name);

/** More edits of a module's text. */
export type ModuleEdits = (program: AstNode) => SourceEdit[];

/** Turns an ES module into a function, keeping its lines: its bindings stay variables, which others read through functions. */
export function transformModule(source: string, url: string, parse: Parse, edit?: ModuleEdits): Transformed {
  const program = parse(source);
  const edits = [
    ...(throwsOther(source, url) ? throwEdits(program, source, url) : []),
    ...awaitEdits(program),
    ...(edit?.(program) ?? []),
  ];
  const result: Transformed = {
    code: '',
    head: 0,
    shifts: new Map(),
    async: false,
    requests: [],
    imports: [],
    local: [],
    indirect: [],
    stars: [],
  };
  const exported = new Map<string, string>();
  const imported = new Map<string, string>();
  const named: string[] = [];
  const blank = (start: number, end: number) =>
    edits.push([start, end, source.slice(start, end).replace(/[^\n]/g, ' ')]);
  const lineOf = (node: AstNode) => ({
    line: source.slice(0, node.start).split('\n').length,
    text: source.split('\n')[source.slice(0, node.start).split('\n').length - 1] ?? '',
  });
  const request = (node: AstNode): number => {
    const attributes = Object.fromEntries(
      (node.attributes ?? []).map(({ key, value }) => [key ? text(key) : '', value ? text(value as AstNode) : '']),
    );
    const specifier = node.source ? text(node.source) : '';
    const key = JSON.stringify([specifier, attributes]);
    const found = result.requests.findIndex((one) => JSON.stringify([one.specifier, one.attributes]) === key);
    return found >= 0 ? found : result.requests.push({ specifier, attributes }) - 1;
  };

  for (const node of program.body ?? []) {
    switch (node.type) {
      case 'ImportDeclaration': {
        const index = request(node);
        for (const one of node.specifiers ?? []) {
          const name =
            one.type === 'ImportNamespaceSpecifier'
              ? '*'
              : one.type === 'ImportDefaultSpecifier'
                ? 'default'
                : one.imported
                  ? text(one.imported)
                  : '';
          const at = result.imports.push({ request: index, imported: name, ...lineOf(one) }) - 1;
          if (one.local) imported.set(text(one.local), `__from[${at}].value`);
        }
        blank(node.start, node.end);
        break;
      }
      case 'ExportAllDeclaration': {
        const index = request(node);
        if (node.exported)
          result.indirect.push({ name: text(node.exported), request: index, imported: '*', ...lineOf(node) });
        else result.stars.push(index);
        blank(node.start, node.end);
        break;
      }
      case 'ExportNamedDeclaration':
        if (node.source) {
          const index = request(node);
          for (const one of node.specifiers ?? [])
            result.indirect.push({
              name: one.exported ? text(one.exported) : '',
              request: index,
              imported: one.local ? text(one.local) : '',
              ...lineOf(one),
            });
          blank(node.start, node.end);
        } else if (node.declaration) {
          blank(node.start, node.declaration.start);
          for (const name of declared(node.declaration)) exported.set(name, name);
        } else {
          for (const one of node.specifiers ?? [])
            if (one.exported && one.local) exported.set(text(one.exported), text(one.local));
          blank(node.start, node.end);
        }
        break;
      case 'ExportDefaultDeclaration': {
        const value = node.declaration;
        if (!value || typeof value !== 'object') break;
        const isDeclaration = value.type === 'FunctionDeclaration' || value.type === 'ClassDeclaration';
        if (isDeclaration && value.id) {
          exported.set('default', text(value.id));
          blank(node.start, value.start);
        } else if (value.type === 'FunctionDeclaration') {
          const head = /^(?:async\s+)?function\s*\*?/.exec(source.slice(value.start))?.[0] ?? '';
          blank(node.start, value.start);
          edits.push([value.start + head.length, value.start + head.length, ' __default']);
          named.push('__default');
          exported.set('default', '__default');
        } else {
          edits.push([node.start, value.start, 'const __default = ({ default: ']);
          edits.push([value.end, node.end, '\n}).default;'.replace('\n', '')]);
          exported.set('default', '__default');
        }
        break;
      }
    }
  }
  for (const [name, local] of exported) {
    const from = imported.get(local);
    const entry = from === undefined ? undefined : result.imports[Number(/\d+/.exec(from)?.[0])];
    if (entry) {
      result.indirect.push({
        name,
        request: entry.request,
        imported: entry.imported,
        line: entry.line,
        text: entry.text,
      });
      exported.delete(name);
    }
  }
  result.local = [...exported.keys()];
  references(program, {
    onReference(node, shorthand, callee) {
      // A module has none; the function that it becomes does.
      const to = node.name === 'arguments' ? 'globalThis.arguments' : imported.get(node.name ?? '');
      if (to === undefined) return;
      const read = callee ? `(0,${to})` : to;
      edits.push([node.start, node.end, shorthand ? `${node.name}: ${to}` : read]);
    },
    onImport: (node) => edits.push([node.start, source.indexOf('(', node.start) + 1, IMPORT_CALL]),
    onMeta: (node) => edits.push([node.start, node.end, '__meta()']),
    onAwait: () => (result.async = true),
  });
  const getters = [...exported].map(([name, local]) => `${JSON.stringify(name)}: () => ${local}`).join(', ');
  const names = named
    .map((name) => ` Object.defineProperty(${name}, 'name', { value: 'default', configurable: true });`)
    .join('');
  const head = `'use strict'; __export({ ${getters} });${names} yield; `;
  const { code, shifts } = applyEdits(source, edits);
  Object.assign(result, { code: `${head}${code}`, head: head.length, shifts });
  return result;
}
