import { ownValue } from '@/lib/protocol/own-value';
import { encode } from '../../../../bytes-text';
import { bytesToLatin1 } from '../latin1';
import { CommandFailure, type Command } from '../context';
import { parseOptions } from '../options';

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
const all = (test: RegExp): number[] => range(0, 255).filter((code) => test.test(String.fromCharCode(code)));

const CLASSES: Readonly<Record<string, number[]>> = {
  alnum: all(/[0-9A-Za-z]/),
  alpha: all(/[A-Za-z]/),
  blank: [9, 32],
  // oxlint-disable-next-line no-control-regex
  cntrl: all(/[\x00-\x1f\x7f]/),
  digit: all(/[0-9]/),
  graph: all(/[!-~]/),
  lower: all(/[a-z]/),
  print: all(/[ -~]/),
  punct: all(/[!-/:-@[-`{-~]/),
  space: all(/[\t-\r ]/),
  upper: all(/[A-Z]/),
  xdigit: all(/[0-9A-Fa-f]/),
};
const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** The bytes of a set, in order. `fill`: the length to which `[x*]` extends it. */
function setOf(text: string, fill = 0): number[] {
  const chars = bytesToLatin1(encode(text));
  const set: number[] = [];
  const take = (at: number): { code: number; next: number } => {
    if (chars[at] !== '\\' || at + 1 >= chars.length) return { code: chars.charCodeAt(at), next: at + 1 };
    const octal = /^[0-7]{1,3}/.exec(chars.slice(at + 1))?.[0];
    if (octal) return { code: Number.parseInt(octal, 8) & 255, next: at + 1 + octal.length };
    return { code: ESCAPES[chars.charAt(at + 1)] ?? chars.charCodeAt(at + 1), next: at + 2 };
  };
  for (let at = 0; at < chars.length;) {
    const named = /^\[:(\w+):\]|^\[=(.)=\]|^\[(\\?.)\*(\d*)\]/s.exec(chars.slice(at));
    if (named) {
      at += named[0].length;
      if (named[1] !== undefined) {
        const found = ownValue(CLASSES, named[1]);
        if (!found) throw new CommandFailure(`invalid character class ‘${named[1]}’`);
        set.push(...found);
      } else if (named[2] !== undefined) set.push(named[2].charCodeAt(0));
      else {
        const times = named[4]
          ? Number.parseInt(named[4], named[4].startsWith('0') ? 8 : 10)
          : Math.max(0, fill - set.length);
        set.push(...Array<number>(times).fill(named[3]?.charCodeAt(named[3].length - 1) ?? 0));
      }
      continue;
    }
    const first = take(at);
    if (chars[first.next] === '-' && first.next + 1 < chars.length) {
      const last = take(first.next + 1);
      if (last.code < first.code)
        throw new CommandFailure(
          `range-endpoints of '${chars.slice(at, last.next)}' are in reverse collating sequence order`,
        );
      set.push(...range(first.code, last.code));
      at = last.next;
    } else {
      set.push(first.code);
      at = first.next;
    }
  }
  return set;
}

export const tr: Command = async (context) => {
  const options = parseOptions(context.args, 'c d s t C=c complement=c delete=d squeeze-repeats=s truncate-set1=t', {
    stopAtOperand: true,
  });
  const [first, second] = options.operands;
  const hint = "\nTry 'tr --help' for more information.";
  if (first === undefined) throw new CommandFailure(`missing operand${hint}`);
  const [deletes, squeezes] = [options.has('d'), options.has('s')];
  if (second === undefined && !deletes && !squeezes)
    throw new CommandFailure(`missing operand after ‘${first}’\nTwo strings must be given when translating.${hint}`);
  if (second !== undefined && deletes && !squeezes)
    throw new CommandFailure(
      `extra operand ‘${second}’\nOnly one string may be given when deleting without squeezing repeats.${hint}`,
    );
  const most = second === undefined ? 1 : 2;
  if (options.operands[most] !== undefined)
    throw new CommandFailure(`extra operand ‘${options.operands[most]}’${hint}`);
  const wrong = second === undefined || deletes ? undefined : /\[:(?!upper|lower)\w+:\]/.exec(second)?.[0];
  if (wrong !== undefined && first !== second)
    throw new CommandFailure(
      "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'",
    );
  const cases = /\[:(?:upper|lower):\]/;
  if (second !== undefined && !deletes && !options.has('c') && cases.test(second) && !cases.test(first))
    throw new CommandFailure('misaligned [:upper:] and/or [:lower:] construct');
  const given = setOf(first);
  const from = options.has('c') ? range(0, 255).filter((code) => !given.includes(code)) : given;
  const map = new Uint8Array(256).map((_, code) => code);
  const gone = new Uint8Array(256);
  const squeezed = new Uint8Array(256);
  if (deletes) for (const code of from) gone[code] = 1;
  else if (second !== undefined) {
    const to = setOf(second, from.length);
    if (to.length === 0) throw new CommandFailure('when not truncating set1, string2 must be non-empty');
    for (const [at, code] of from.entries())
      if (!options.has('t') || at < to.length) map[code] = to[at] ?? to.at(-1) ?? code;
  }
  if (squeezes) for (const code of second === undefined ? from : setOf(second, from.length)) squeezed[code] = 1;
  let last = -1;
  for (let next = await context.in.read(); next; next = await context.in.read()) {
    const made = new Uint8Array(next.length);
    let size = 0;
    for (const byte of next) {
      if (gone[byte]) continue;
      const code = map[byte] ?? byte;
      if (squeezed[code] && code === last) continue;
      made[size++] = code;
      last = code;
    }
    context.out.write(made.subarray(0, size));
    await context.out.flush();
  }
  return 0;
};
