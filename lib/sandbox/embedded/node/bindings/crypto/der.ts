import { Buffer } from 'buffer';
import { bigOf, bytesOfBig } from './bytes';

/** ASN.1 tags used in keys. */
export const ASN1_TAG = { integer: 2, bits: 3, octets: 4, nothing: 5, oid: 6, sequence: 0x30 } as const;

/** One value: its tag, its content, and all its bytes. */
export interface Element {
  tag: number;
  body: Uint8Array;
  whole: Uint8Array;
}

function lengthBytes(length: number): Uint8Array {
  if (length < 128) return Uint8Array.of(length);
  const bytes = bytesOfBig(BigInt(length));
  return Uint8Array.of(128 | bytes.length, ...bytes);
}

/** Encodes a value with its tag and length. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(tag), lengthBytes(body.length), body]);
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(ASN1_TAG.sequence, ...parts);
export const octets = (bytes: Uint8Array): Uint8Array => der(ASN1_TAG.octets, bytes);
export const bits = (bytes: Uint8Array): Uint8Array => der(ASN1_TAG.bits, Uint8Array.of(0), bytes);
export const nothing = (): Uint8Array => der(ASN1_TAG.nothing);
/** A value with a context-specific tag. */
export const numbered = (number: number, ...parts: readonly Uint8Array[]): Uint8Array => der(0xa0 | number, ...parts);

export function integer(value: bigint): Uint8Array {
  const bytes = bytesOfBig(value);
  return der(ASN1_TAG.integer, (bytes[0] ?? 0) > 127 ? Uint8Array.of(0, ...bytes) : bytes);
}

export function oid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const groups = rest.map((number) => {
    const group = [number & 127];
    for (let more = number >> 7; more > 0; more >>= 7) group.unshift(128 | (more & 127));
    return group;
  });
  return der(ASN1_TAG.oid, Uint8Array.from([first * 40 + second, ...groups.flat()]));
}

/** Splits bytes into consecutive values. Throws if the last is incomplete. */
export function elements(bytes: Uint8Array): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0;
    const short = bytes[at + 1] ?? 0;
    const more = short < 128 ? 0 : short & 127;
    const start = at + 2 + more;
    const length = more === 0 ? short : Number(bigOf(bytes.subarray(at + 2, start)));
    if (start + length > bytes.length || at + 2 > bytes.length) throw new Error('the value is not whole');
    found.push({ tag, body: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) });
    at = start + length;
  }
  return found;
}

/** The values inside an element with this tag. Throws if it has another tag. */
export function inside(element: Element | undefined, tag: number = ASN1_TAG.sequence): Element[] {
  return elements(derBody(element, tag));
}

export function derBody(element: Element | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new Error(`a value of the tag ${tag} is missing`);
  return element.body;
}

export const integerIn = (element: Element | undefined): bigint => bigOf(derBody(element, ASN1_TAG.integer));

export function oidIn(element: Element | undefined): string {
  const [first = 0, ...rest] = derBody(element, ASN1_TAG.oid);
  const numbers = [Math.floor(first / 40), first % 40];
  let number = 0;
  for (const byte of rest) {
    number = (number << 7) | (byte & 127);
    if (byte < 128) {
      numbers.push(number);
      number = 0;
    }
  }
  return numbers.join('.');
}
