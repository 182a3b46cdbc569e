import { concat } from '../../../../bytes-text';
import { UsageFailure, type Command, type CommandContext } from '../context';
import { numberOf, parseOptions, type ParsedOptions } from '../options';

interface Encoding {
  readonly alphabet: string;
  /** Bits per digit. */
  readonly bits: number;
  /** Digits per group, padded with `=`. */
  readonly group: number;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const ENCODINGS = {
  base64: { alphabet: BASE64, bits: 6, group: 4 },
  base64url: { alphabet: BASE64.replace('+/', '-_'), bits: 6, group: 4 },
  base32: { alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', bits: 5, group: 8 },
  base32hex: { alphabet: '0123456789ABCDEFGHIJKLMNOPQRSTUV', bits: 5, group: 8 },
  base16: { alphabet: '0123456789ABCDEF', bits: 4, group: 2 },
  base2msbf: { alphabet: '01', bits: 1, group: 8 },
} as const satisfies Record<string, Encoding>;
const NAMES = Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[];

const SPEC = 'd i w: decode=d ignore-garbage=i wrap:=w';

/** `base64` and `base32`. */
export const baseCommand =
  (kind: keyof typeof ENCODINGS): Command =>
  (context) =>
    work(context, parseOptions(context.args, SPEC), ENCODINGS[kind]);

export const basenc: Command = (context) => {
  const options = parseOptions(context.args, `${SPEC} ${NAMES.join(' ')} base2lsbf! z85!`);
  const kind = NAMES.findLast((name) => options.has(name));
  if (kind === undefined) throw new UsageFailure('missing encoding type');
  return work(context, options, ENCODINGS[kind]);
};

async function work(context: CommandContext, options: ParsedOptions, encoding: Encoding): Promise<number> {
  const wrap = numberOf(options.get('w') ?? '76', 'wrap size');
  const [file = '-', extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  const input = context.open(file);
  if (options.has('d')) return decode(context, await input.bytes(), encoding, options.has('i'));
  const lines = new RegExp(`.{${wrap}}`, 'g');
  const group = (encoding.bits * encoding.group) / 8;
  let [line, left] = ['', new Uint8Array()];
  // Encoded as it is read: there may be no end of it.
  for (let bytes = await input.first(1); bytes.length > 0; bytes = await input.first(1)) {
    const all = concat([left, bytes]);
    const whole = all.length - (all.length % group);
    left = all.slice(whole);
    line += encoded(all.subarray(0, whole), encoding);
    const cut = line.length - (wrap === 0 ? 0 : line.length % wrap);
    context.out.write(wrap === 0 ? line : line.slice(0, cut).replaceAll(lines, '$&\n'));
    line = line.slice(cut);
    await context.out.flush();
  }
  line += encoded(left, encoding);
  context.out.write(wrap === 0 ? line : line.replaceAll(new RegExp(`.{1,${wrap}}`, 'g'), '$&\n'));
  return 0;
}

function encoded(bytes: Uint8Array, { alphabet, bits, group }: Encoding): string {
  const parts: string[] = [];
  let [value, held, digits] = [0, 0, 0];
  const put = (digit: number) => {
    digits += 1;
    parts.push(alphabet.charAt(digit & (alphabet.length - 1)));
  };
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    held += 8;
    while (held >= bits) {
      held -= bits;
      put(value >> held);
    }
  }
  if (held > 0) put(value << (bits - held));
  return parts.join('') + '='.repeat((group - (digits % group)) % group);
}

/** Decodes group by group. Invalid digits or a partial group at the end are reported after the output so far. */
function decode(
  context: CommandContext,
  bytes: Uint8Array,
  { alphabet, bits, group }: Encoding,
  skips: boolean,
): number | Promise<number> {
  const made: number[] = [];
  let [value, held, place, fill] = [0, 0, 0, 0];
  const digits = bytes.filter((byte) => byte !== 10).length;
  let seen = 0;
  const wrong = () => {
    // Of a group that is not there to its end, only base64 outputs the complete bytes.
    const isThere = bits === 6 || seen - place + group <= digits;
    const whole = isThere ? made.length : made.length - Math.floor((place * bits) / 8);
    context.out.write(Uint8Array.from(made.slice(0, whole)));
    return context.fail('invalid input');
  };
  for (const byte of bytes) {
    if (byte === 10) continue;
    const digit = alphabet.indexOf(String.fromCharCode(byte));
    const isFill = byte === 61 && place + fill > 0 && group > 2;
    if (digit < 0 && !isFill) {
      if (skips) continue;
      return wrong();
    }
    seen += 1;
    if (isFill) fill += 1;
    else {
      if (fill > 0) return wrong();
      place += 1;
      value = ((value << bits) | digit) & 0xffff;
      held += bits;
      if (held >= 8) {
        held -= 8;
        made.push((value >> held) & 255);
      }
    }
    if (place + fill < group) continue;
    if (held >= bits) return wrong();
    [value, held, place, fill] = [0, 0, 0, 0];
  }
  if (place > 0) return wrong();
  context.out.write(Uint8Array.from(made));
  return 0;
}
