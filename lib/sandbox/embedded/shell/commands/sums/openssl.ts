import { blake2b } from '@noble/hashes/blake2.js';
import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encode } from '../../../../bytes-text';
import { CommandFailure, type Command, type CommandContext } from '../context';

/** The hashes, and their names in `openssl`'s output. */
const HASHES = {
  md5: [md5, 'MD5'],
  sha1: [sha1, 'SHA1'],
  sha224: [sha224, 'SHA2-224'],
  sha256: [sha256, 'SHA2-256'],
  sha384: [sha384, 'SHA2-384'],
  sha512: [sha512, 'SHA2-512'],
  'sha3-256': [sha3_256, 'SHA3-256'],
  'sha3-384': [sha3_384, 'SHA3-384'],
  'sha3-512': [sha3_512, 'SHA3-512'],
  blake2b512: [blake2b, 'BLAKE2B-512'],
} as const;

const isHash = (name: string): name is keyof typeof HASHES => Object.hasOwn(HASHES, name);

interface Given {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/** `openssl`, but only random bytes, hashes and Base64. */
export const openssl: Command = (context) => {
  const [command = '', ...args] = context.args;
  if (command === 'version') {
    context.out.write('OpenSSL 3.0.19 27 Jan 2026 (Library: OpenSSL 3.0.19 27 Jan 2026)\n');
    return 0;
  }
  if (command === 'rand') return rand(context, read(args, ['hex', 'base64'], ['out']));
  if (command === 'base64') return base64(context, args);
  if (command === 'enc' && args.some((arg) => arg === '-base64' || arg === '-a'))
    return base64(
      context,
      args.filter((arg) => arg !== '-base64' && arg !== '-a'),
    );
  if (command === 'dgst') return digests(context, args);
  if (isHash(command)) return digests(context, [`-${command}`, ...args]);
  throw new CommandFailure(
    `${command || 'that'} is not in this sandbox, which has rand, dgst, base64 and version: use the crypto module of node`,
    2,
  );
};

function read(args: readonly string[], flags: readonly string[], values: readonly string[]): Given {
  const given = { flags: new Set<string>(), values: new Map<string, string>(), operands: [...args] };
  for (let word = given.operands[0]; word?.startsWith('-') && word.length > 1; word = given.operands[0]) {
    given.operands.shift();
    const name = word.replace(/^--?/, '');
    const value = values.includes(name) ? given.operands.shift() : undefined;
    if (value !== undefined) given.values.set(name, value);
    else if (flags.includes(name)) given.flags.add(name);
    else throw new CommandFailure(`${word} is not in this sandbox: use the crypto module of node`, 2);
  }
  return given;
}

function rand(context: CommandContext, { flags, values, operands }: Given): number {
  const count = Number(operands[0]);
  if (!/^\d+$/.test(operands[0] ?? '')) throw new CommandFailure('rand: Use -help for summary.');
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count; at += MOST_RANDOM) crypto.getRandomValues(bytes.subarray(at, at + MOST_RANDOM));
  const text = flags.has('hex') ? `${bytesToHex(bytes)}\n` : flags.has('base64') ? inLines(bytes) : bytes;
  put(context, values.get('out'), text);
  return 0;
}

/** The maximum number of random bytes the platform returns at once. */
const MOST_RANDOM = 65_536;

const plainBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

const inLines = (bytes: Uint8Array): string => plainBase64(bytes).replaceAll(/.{1,64}/g, '$&\n');

function put(context: CommandContext, path: string | undefined, what: string | Uint8Array): void {
  if (path === undefined) context.out.write(what);
  else context.writeFile(path, typeof what === 'string' ? encode(what) : what);
}

async function base64(context: CommandContext, args: readonly string[]): Promise<number> {
  const { flags, values } = read(args, ['d', 'e', 'A', 'a'], ['in', 'out']);
  const bytes = await context.open(values.get('in') ?? '-').bytes();
  if (!flags.has('d')) {
    put(context, values.get('out'), flags.has('A') ? plainBase64(bytes) : inLines(bytes));
    return 0;
  }
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .replaceAll(/\s/g, '');
  if (!/^[\w+/]*={0,2}$/.test(text) || text.length % 4 !== 0) throw new CommandFailure('error reading input file');
  put(
    context,
    values.get('out'),
    Uint8Array.from(atob(text), (char) => char.charCodeAt(0)),
  );
  return 0;
}

async function digests(context: CommandContext, args: readonly string[]): Promise<number> {
  const { flags, values, operands } = read(args, [...Object.keys(HASHES), 'r', 'hex', 'binary', 'c'], ['hmac', 'out']);
  const asked = [...flags].findLast(isHash);
  const [hash, label] = HASHES[asked ?? 'sha256'];
  const key = values.get('hmac');
  const name = key !== undefined ? `HMAC-${label}` : asked === undefined ? 'SHA256' : label;
  let status = 0;
  const parts: (string | Uint8Array)[] = [];
  for (const path of operands.length > 0 ? operands : ['-']) {
    try {
      const bytes = await context.open(path).bytes();
      const sum = key === undefined ? hash(bytes) : hmac(hash, encode(key), bytes);
      const hex = flags.has('c') ? bytesToHex(sum).replaceAll(/..(?!$)/g, '$&:') : bytesToHex(sum);
      const isInput = path === '-';
      if (flags.has('binary')) parts.push(sum);
      else
        parts.push(
          flags.has('r')
            ? `${hex} *${isInput ? 'stdin' : path}\n`
            : `${isInput && key !== undefined ? label : name}(${isInput ? 'stdin' : path})= ${hex}\n`,
        );
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      status = await context.fail(error.message);
    }
  }
  const out = values.get('out');
  if (out === undefined) for (const part of parts) context.out.write(part);
  else put(context, out, parts.some((part) => typeof part !== 'string') ? (parts[0] ?? '') : parts.join(''));
  return status;
}
