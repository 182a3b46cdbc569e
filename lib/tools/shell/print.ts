import { UNKNOWN } from './alternatives';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', a: '', b: '', f: '', v: '' };

/** Replaces backslash escapes like `echo -e` and `printf`. */
const unescape = (text: string): string =>
  text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|(.))/g, (_whole, hex?: string, octal?: string, letter = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    return ESCAPES[letter] ?? letter;
  });

/** What `echo` prints. */
export function echoText(args: readonly string[]): string {
  const flags = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const [options, words] = flags === -1 ? [args, []] : [args.slice(0, flags), args.slice(flags)];
  const text = words.join(' ');
  const escaped = options.some((option) => option.includes('e')) ? unescape(text) : text;
  return options.some((option) => option.includes('n')) ? escaped : `${escaped}\n`;
}

/** What `printf` prints; `UNKNOWN` unless the format is simple. */
export function printfText([format = '', ...args]: readonly string[]): string {
  if (/%(?![sdb%])/.test(format)) return UNKNOWN;
  const left = [...args];
  let text = '';
  do {
    text += unescape(format).replace(/%([sdb%])/g, (_whole, kind: string) =>
      kind === '%' ? '%' : (left.shift() ?? ''),
    );
  } while (left.length > 0 && format.includes('%'));
  return text;
}
