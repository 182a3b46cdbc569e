import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COOKIE = 'toolyard_session';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The session that makes a request: the owner of its threads, and the cookie to set if the session is new. */
export type Session = { ok: true; owner: string; setCookie?: string } | { ok: false; message: string };

/** The session of a request, from a long bearer string or a signed cookie; without either, a new session. */
export function sessionOf(request: Request, secret: string): Session {
  const bearer = /^Bearer\s+(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
  if (bearer !== undefined) {
    if (bearer.length < 32) return { ok: false, message: 'A bearer string needs 32 characters or more.' };
    return { ok: true, owner: hash(`bearer:${bearer}`) };
  }
  const known = knownId(request.headers.get('cookie') ?? '', secret);
  if (known !== undefined) return { ok: true, owner: hash(`cookie:${known}`) };
  const id = randomBytes(24).toString('base64url');
  const setCookie = `${COOKIE}=${id}.${sign(id, secret)}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
  return { ok: true, owner: hash(`cookie:${id}`), setCookie };
}

/** Bytes of a generated secret. */
const SECRET_BYTES = 32;

/** The secret that signs session cookies: the operator's, or one kept in the data folder so that it survives restarts. */
export function sessionSecret(dataFolder: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const file = join(dataFolder, 'session-secret');
  const known = readSecret(file);
  if (known !== undefined) return known;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  // Written completely before it gets its name: a full disk must not leave an empty secret, with which anybody could sign.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
    if (existsSync(file) && readSecret(file) === undefined) rmSync(file);
    // If several processes start together, one wins and the others read its secret.
    linkSync(draft, file);
  } catch (error) {
    if (readSecret(file) === undefined) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/** The secret in a file; undefined if it is missing or incomplete. */
function readSecret(file: string): string | undefined {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.length >= SECRET_BYTES ? text : undefined;
}

/** An address in the form that threads are stored with: a keyed hash, which cannot be reversed. */
export const keptAddress = (address: string, secret: string): string => sign(`address:${address}`, secret);

/** Whether two secrets are equal, in constant time. */
export const sameSecret = (one: string, two: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(two).digest());

function knownId(cookies: string, secret: string): string | undefined {
  for (const cookie of cookies.split(';')) {
    const [name, value] = cookie.trim().split('=', 2);
    const [id, signature] = (name === COOKIE ? (value ?? '') : '').split('.', 2);
    if (id && signature && sameSecret(signature, sign(id, secret))) return id;
  }
  return undefined;
}

const sign = (id: string, secret: string): string => createHmac('sha256', secret).update(id).digest('base64url');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
