import { GitFailure } from '../git-failure';

/** A setting as it is in a file; without `=` it has no value, which means true. */
export interface ConfigSetting {
  /** Such as `remote.origin.url`, with the first and last part in lower case. */
  readonly key: string;
  readonly value: string | undefined;
  readonly line: number;
  readonly endLine: number;
}

const SECTION = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;

/** The settings in the text of a file, in order. `file`: its name in failures. */
export function parseConfig(text: string, file = ''): ConfigSetting[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const found: ConfigSetting[] = [];
  let section = '';
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] ?? '';
    const head = SECTION.exec(line);
    if (head) {
      const [whole, name = '', sub] = head;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, '$1')}`;
      line = line.slice(whole.length);
    }
    const start = at;
    const [, key, rest] = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/s.exec(line) ?? [];
    if (key === undefined) {
      if (/^\s*[^\s#;]/.test(line)) throw new GitFailure(`bad config line ${at + 1} in file ${file}`);
      continue;
    }
    const read = rest === undefined ? undefined : readValue(rest, lines, at);
    if (rest !== undefined && !read) throw new GitFailure(`bad config line ${at + 1} in file ${file}`);
    at = read?.end ?? at;
    found.push({ key: `${section}.${key.toLowerCase()}`, value: read?.value, line: start, endLine: at });
  }
  return found;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '\\': '\\', '"': '"' };

/** A value, which a backslash continues on the next line; undefined if its quotes or escapes are wrong. */
function readValue(
  first: string,
  lines: readonly string[],
  start: number,
): { readonly value: string; readonly end: number } | undefined {
  let [value, spaces, quoted, end, text] = ['', 0, false, start, first];
  for (let at = 0; at < text.length || (quoted && at === text.length); at++) {
    const char = text[at];
    if (char === undefined) return undefined;
    if (!quoted && (char === '#' || char === ';')) break;
    if (!quoted && /\s/.test(char)) {
      if (value !== '') spaces++;
      continue;
    }
    value += ' '.repeat(spaces);
    spaces = 0;
    if (char === '"') quoted = !quoted;
    else if (char === '\\' && at === text.length - 1) {
      text = lines[++end] ?? '';
      at = -1;
    } else if (char === '\\') {
      const made = ESCAPES[text[++at] ?? ''];
      if (made === undefined) return undefined;
      value += made;
    } else value += char;
  }
  return { value, end };
}

const quote = (value: string): string => {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return /^\s|\s$|[#;]/.test(value) ? `"${escaped}"` : escaped;
};

/** Splits `a.B.c` into section `a`, subsection `B` and name `c`. */
function splitKey(key: string): { section: string; sub: string | undefined; name: string } {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  if (first < 1 || last === key.length - 1) {
    throw new GitFailure(
      first < 0 ? `key does not contain a section: ${key}` : `key does not contain variable name: ${key}`,
      2,
    );
  }
  const name = key.slice(last + 1);
  const section = key.slice(0, first);
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || !/^[A-Za-z0-9-]+$/.test(section))
    throw new GitFailure(`invalid key: ${key}`, 1);
  return { section, sub: first === last ? undefined : key.slice(first + 1, last), name };
}

/** A key in the form that `parseConfig` returns. */
export function normalKey(key: string): string {
  const { section, sub, name } = splitKey(key);
  return [section.toLowerCase(), ...(sub === undefined ? [] : [sub]), name.toLowerCase()].join('.');
}

const headOf = ({ section, sub }: { section: string; sub: string | undefined }): string =>
  sub === undefined ? `[${section}]` : `[${section} "${sub.replace(/[\\"]/g, '\\$&')}"]`;

/** The text with a setting added: after the others of its section, or in place of the replaced lines. */
export function addSetting(text: string, key: string, value: string, replaced: readonly ConfigSetting[] = []): string {
  const { section, sub, name } = splitKey(key);
  const line = `\t${name} = ${quote(value)}`;
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const last = replaced.at(-1);
  if (last) {
    lines.splice(last.line, last.endLine - last.line + 1, line);
    for (const one of replaced.slice(0, -1).toReversed()) lines.splice(one.line, one.endLine - one.line + 1);
    return `${lines.join('\n')}\n`;
  }
  const wanted = `${section.toLowerCase()}${sub === undefined ? '' : `.${sub}`}`;
  const at = lines.findLastIndex((line) => {
    const [, other, otherSub] = SECTION.exec(line) ?? [];
    if (other === undefined) return false;
    return `${other.toLowerCase()}${otherSub === undefined ? '' : `.${otherSub.replace(/\\(.)/g, '$1')}`}` === wanted;
  });
  if (at < 0) lines.push(headOf({ section, sub }), line);
  else {
    let end = at + 1;
    while (end < lines.length && !SECTION.test(lines[end] ?? '')) end++;
    lines.splice(end, 0, line);
  }
  return `${lines.join('\n')}\n`;
}

/** The text without some settings; a section that becomes empty is removed too. */
export function removeSettings(text: string, removed: readonly ConfigSetting[]): string {
  const lines = text.replace(/\n$/, '').split('\n');
  for (const { line, endLine } of removed.toReversed()) {
    lines.splice(line, endLine - line + 1);
    const isHead = (at: number) => at < lines.length && SECTION.test(lines[at] ?? '');
    if (isHead(line - 1) && (line >= lines.length || isHead(line))) lines.splice(line - 1, 1);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** The text with a section renamed or removed; undefined if it has no such section. */
export function changeSection(text: string, from: string, to: string | undefined): string | undefined {
  const nameOf = (line: string): string | undefined => {
    const [, name, sub] = SECTION.exec(line) ?? [];
    return name === undefined
      ? undefined
      : `${name.toLowerCase()}${sub === undefined ? '' : `.${sub.replace(/\\(.)/g, '$1')}`}`;
  };
  let inside = false;
  let found = false;
  const lines = text.split('\n').flatMap((line) => {
    const name = nameOf(line);
    if (name !== undefined) {
      inside = name === from;
      found ||= inside;
      if (inside && to !== undefined) {
        const cut = to.indexOf('.');
        return [headOf({ section: cut < 0 ? to : to.slice(0, cut), sub: cut < 0 ? undefined : to.slice(cut + 1) })];
      }
    }
    return inside && to === undefined && line !== '' ? [] : [line];
  });
  return found ? lines.join('\n') : undefined;
}

/** A setting as a boolean; undefined if it is not one. */
export function asBoolean(value: string | undefined): boolean | undefined {
  if (value === undefined || /^(?:true|yes|on)$/i.test(value)) return true;
  if (value === '' || /^(?:false|no|off)$/i.test(value)) return false;
  const number = asInteger(value);
  return number === undefined ? undefined : number !== 0;
}

/** A setting as an integer; `k`, `m` and `g` are powers of 1024. */
export function asInteger(value: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^([+-]?\d+)([kmg]?)$/i.exec(value ?? '') ?? [];
  return digits === undefined
    ? undefined
    : Number(digits) * 1024 ** ' kmg'.indexOf(unit === '' ? ' ' : unit.toLowerCase());
}

/** Whether the name of a section is one: `core`, `remote.origin`. */
export const isSectionName = (name: string): boolean => /^[A-Za-z0-9-]+(?:\.[^\n]*)?$/.test(name);
