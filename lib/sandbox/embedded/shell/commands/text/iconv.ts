import { normalizedName, reader, writer, type Writer } from '../../../../character-sets';
import { concat, encode } from '../../../../bytes-text';
import { CommandFailure, type Command } from '../context';
import { parseOptions } from '../options';

const LISTED =
  'ASCII UTF-8 UTF-16 UTF-16LE UTF-16BE UTF-32 UTF-32LE UTF-32BE ISO-8859-1 ISO-8859-2 ISO-8859-5 ISO-8859-15 KOI8-R WINDOWS-1250 WINDOWS-1251 WINDOWS-1252 MACINTOSH SHIFT_JIS EUC-JP GBK GB18030 BIG5 EUC-KR';

/** Replacements under `//TRANSLIT`, in addition to removing accents. */
const LIKE: Readonly<Record<string, string>> = {
  '“': '"', '”': '"', '„': ',,', '‘': "'", '’': "'", '–': '-', '—': '-', '…': '...', '€': 'EUR', 'ß': 'ss', 'æ': 'ae', 'Æ': 'AE',
  'œ': 'oe', 'Œ': 'OE', '©': '(C)', '®': '(R)', '™': '(TM)', '«': '<<', '»': '>>', '×': 'x', '•': 'o', '→': '->', '←': '<-', '\u00a0': ' ',
}; // prettier-ignore

function likeness(letter: string, write: Writer): Uint8Array {
  const bare = LIKE[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const parts = Array.from(bare, (one) => write(one));
  const whole = parts.filter((part) => part !== undefined);
  return bare !== '' && whole.length === parts.length ? concat(whole) : (write('?') ?? new Uint8Array());
}

/** `iconv`: converts text to another character set. */
export const iconv: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'f: t: c o: s l from-code:=f to-code:=t output:=o silent=s list=l verbose',
  );
  if (options.has('l')) {
    context.out.write(`${LISTED.split(' ').join('//\n')}//\n`);
    return 0;
  }
  const [from = 'UTF-8'] = (options.get('f') ?? 'UTF-8').split('//');
  const [to = '', ...how] = (options.get('t') ?? 'UTF-8').split('//');
  const [read, write] = [reader(from || 'UTF-8'), writer(to || 'UTF-8')];
  if (!read || !write) {
    const which =
      !read && !write
        ? `conversions from \`${from}' and to \`${to}' are`
        : read
          ? `conversion to \`${to}' is`
          : `conversion from \`${from}' is`;
    throw new CommandFailure(`${which} not supported\nTry \`iconv --help' or \`iconv --usage' for more information.`);
  }
  const asked = how.join('/').toUpperCase();
  const drops = options.has('c') || asked.includes('IGNORE');
  const parts: Uint8Array[] = /^(?:utf|ucs)(?:16|32|2|4)$/.test(normalizedName(to))
    ? [write('\ufeff') ?? new Uint8Array()]
    : [];
  let before = 0;
  for (const name of options.operands.length > 0 ? options.operands : ['-']) {
    const bytes = await context.open(name).bytes();
    const { text, wrongAt } = read(bytes);
    let at = 0;
    for (const letter of text) {
      const made = write(letter) ?? (asked.includes('TRANSLIT') ? likeness(letter, write) : undefined);
      if (made) parts.push(made);
      else if (!drops) break;
      at += letter.length;
    }
    const wrong = at < text.length ? before + encode(text.slice(0, at)).length : wrongAt;
    before += bytes.length;
    if (wrong === undefined) continue;
    context.out.write(concat(parts));
    const isCut = normalizedName(from) === 'utf8' && at === text.length && wrong >= bytes.length - 3;
    return context.fail(
      isCut ? 'incomplete character or shift sequence at end of buffer' : `illegal input sequence at position ${wrong}`,
    );
  }
  const output = options.get('o');
  if (output === undefined) context.out.write(concat(parts));
  else context.writeFile(output, concat(parts));
  return 0;
};
