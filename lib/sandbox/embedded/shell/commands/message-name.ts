/** GNU's core utilities, which put names in messages in quotes where a shell would need them. */
const QUOTING: ReadonlySet<string> = new Set(
  'b2sum base32 base64 basenc cat cksum comm cut date df expand fold join md5sum nl od paste pr ptx realpath sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sort sum tee tsort unexpand uniq wc'.split(
    ' ',
  ),
);

const PLAIN = /^(?!~|#|[{}]$)[^\p{Cc}\s!"$&'()*:;<=>?[\\^`|]+$/u;
const CONTROLS = /(\p{Cc}+)/u;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** A file's name as a command puts it in a message. */
export function messageName(command: string, name: string): string {
  if (!QUOTING.has(command) || PLAIN.test(name)) return name;
  if (name.includes("'") && !/[\p{Cc}!"$\\`]/u.test(name)) return `"${name}"`;
  const parts = name
    .split(CONTROLS)
    .map((part) =>
      CONTROLS.test(part)
        ? `$'${Array.from(part, (char) => NAMED[char] ?? octal(char)).join('')}'`
        : `'${part.replaceAll("'", String.raw`'\''`)}'`,
    );
  // An empty part at the end is not written.
  return parts.length > 1 && parts.at(-1) === "''" ? parts.slice(0, -1).join('') : parts.join('');
}

const octal = (char: string): string => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;
