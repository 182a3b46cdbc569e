import { Buffer } from 'buffer';
import { bigOf, bytesOfBig } from './bytes';
import { findCurve, findOkp, needCurve, OKP } from './curves';
import { ecKey, ecPoint, okpKey, type AsymmetricKey } from './keys';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const number = (value: bigint): string => text(bytesOfBig(value));
const bytes = (value: unknown): Uint8Array => Buffer.from(String(value), 'base64url');

/** A key's JWK fields. */
export function toJwk(key: AsymmetricKey): Record<string, string> {
  if (key.kind === 'rsa') {
    const all = { n: key.n, e: key.e, ...key.secret };
    return { kty: 'RSA', ...Object.fromEntries(Object.entries(all).map(([name, value]) => [name, number(value)])) };
  }
  const secret = key.secret && { d: text(key.secret) };
  if (key.kind !== 'ec') return { crv: OKP[key.kind].jwk, ...secret, x: text(key.point), kty: 'OKP' };
  const { jwk, size } = needCurve(key.curve);
  const [x, y] = [key.point.subarray(1, 1 + size), key.point.subarray(1 + size)];
  return { kty: 'EC', x: text(x), y: text(y), crv: jwk, ...secret };
}

/** The key in a JWK. Throws if it is invalid or of an unsupported kind. */
export function ofJwk(jwk: object): AsymmetricKey {
  const field = (name: string): unknown => Reflect.get(jwk, name);
  const big = (name: string): bigint => bigOf(bytes(field(name)));
  const isPrivate = field('d') !== undefined;
  if (field('kty') === 'RSA') {
    const secret = { d: big('d'), p: big('p'), q: big('q'), dp: big('dp'), dq: big('dq'), qi: big('qi') };
    return { kind: 'rsa', n: big('n'), e: big('e'), ...(isPrivate && { secret }) };
  }
  const name = String(field('crv'));
  if (field('kty') === 'EC' && findCurve(name)) {
    if (isPrivate) return ecKey(name, bytes(field('d')));
    return ecPoint(name, Buffer.concat([Uint8Array.of(4), bytes(field('x')), bytes(field('y'))]));
  }
  const kind = findOkp(name);
  if (!kind) throw new Error('its curve is not known');
  return isPrivate ? okpKey(kind, bytes(field('d'))) : { kind, point: bytes(field('x')) };
}
