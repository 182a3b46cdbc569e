import { messageName } from '../message-name';

const NAMED: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\\': '\\\\',
};

const escaped = (name: string): string =>
  name.replaceAll(/[\p{Cc}\\]/gu, (char) => NAMED[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);

/** A name in quotation marks that a shell takes off again; `escapes`: characters that cannot be seen are written out. */
function forShell(name: string, escapes: boolean, always: boolean): string {
  // Among the names of messages, those that need it are in such marks.
  const marked = messageName('cat', name);
  if (marked === name) return always ? `'${name}'` : name;
  return escapes || !/\p{Cc}/u.test(name) ? marked : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

/** A file's name in one of the styles of `ls --quoting-style`. */
export function styledName(name: string, style: string): string {
  switch (style) {
    case 'c':
      return `"${escaped(name).replaceAll('"', '\\"')}"`;
    case 'c-maybe':
      return escaped(name) === name && !name.includes('"') ? name : styledName(name, 'c');
    case 'locale':
    case 'clocale':
      return `‘${escaped(name)}’`;
    case 'escape':
      return escaped(name).replaceAll(' ', '\\ ');
    case 'shell':
    case 'shell-always':
      return forShell(name, false, style === 'shell-always');
    case 'shell-escape':
    case 'shell-escape-always':
      return forShell(name, true, style === 'shell-escape-always');
    default:
      return name;
  }
}
