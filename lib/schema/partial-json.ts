import { parse as repair } from 'partial-json';

export interface PartialJson {
  /** `partial`: more text could still complete it. `invalid`: no further text can. */
  state: 'complete' | 'partial' | 'invalid';
  value?: unknown;
}

/** Argument text as it streams, repaired for display only: nothing but `complete` text may ever be run. Never throws. */
export function parsePartialJson(text: string): PartialJson {
  try {
    return { state: 'complete', value: JSON.parse(text) };
  } catch {
    return isJsonPrefix(text) ? { state: 'partial', ...repaired(text) } : { state: 'invalid' };
  }
}

function repaired(text: string): { value?: unknown } {
  try {
    return { value: repair(text) };
  } catch {
    // Not yet a value, such as a lone minus sign.
    return {};
  }
}

/** Deeper nesting is treated as an attack. */
const NESTING = 1_000;

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const CUT_NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?)?$/y;
const WORDS = ['true', 'false', 'null'];

type Next = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or close' | 'end';

/** Whether this text could be the start of a JSON text. */
function isJsonPrefix(text: string): boolean {
  const open: ('{' | '[')[] = [];
  let next: Next = 'value';
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
    const sign = text[at];
    if (sign === undefined) return true;
    if (sign === '}' || sign === ']') {
      const opening = sign === '}' ? '{' : '[';
      if (next !== ', or close' && next !== (sign === '}' ? 'key or }' : 'value or ]')) return false;
      if (open.pop() !== opening) return false;
      next = open.length === 0 ? 'end' : ', or close';
      at++;
    } else if (next === ', or close') {
      if (sign !== ',') return false;
      next = open.at(-1) === '{' ? 'key' : 'value';
      at++;
    } else if (next === ':') {
      if (sign !== ':') return false;
      next = 'value';
      at++;
    } else if (next === 'key' || next === 'key or }') {
      if (sign !== '"') return false;
      const end = endOfText(text, at);
      if (typeof end === 'boolean') return end;
      at = end;
      next = ':';
    } else if (next === 'end') {
      return false;
    } else if (sign === '{' || sign === '[') {
      if (open.push(sign) > NESTING) return false;
      next = sign === '{' ? 'key or }' : 'value or ]';
      at++;
    } else {
      const end = sign === '"' ? endOfText(text, at) : endOfWord(text, at);
      if (typeof end === 'boolean') return end;
      at = end;
      next = open.length === 0 ? 'end' : ', or close';
    }
  }
}

/** Where a string ends; true if it is cut off, false if there is none. */
function endOfText(text: string, start: number): number | boolean {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"') return at + 1;
    if (sign < ' ') return false;
    if (sign !== '\\') continue;
    const escape = text.slice(at + 1, at + 6);
    if (/^u[\da-f]{4}$/i.test(escape)) at += 5;
    else if (/^["\\/bfnrt]/.test(escape)) at++;
    else return at + 1 + escape.length === text.length && /^(?:u[\da-f]{0,3})?$/i.test(escape);
  }
  return true;
}

/** Where a number or a literal ends; true if it is cut off, false if there is none. */
function endOfWord(text: string, at: number): number | boolean {
  const word = WORDS.find((one) => one[0] === text[at]);
  if (word) return text.startsWith(word, at) ? at + word.length : word.startsWith(text.slice(at));
  CUT_NUMBER.lastIndex = at;
  if (CUT_NUMBER.test(text)) return true;
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : false;
}
