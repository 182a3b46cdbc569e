import { cbc, ctr, ecb, gcm } from '@noble/ciphers/aes.js';
import { ghash } from '@noble/ciphers/_polyval.js';
import { chacha20, chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { BlockMode, FeedbackMode, StreamMode, type CipherMode, type Seal } from './modes';

const BLOCK = 16;
const CHACHA_BLOCK = 64;
const CHACHA_NONCE = 12;

type AesMode = 'cbc' | 'cfb' | 'cfb8' | 'ctr' | 'ecb' | 'gcm' | 'ofb';

/** The modes of AES, with OpenSSL's NIDs for keys of 128, 192 and 256 bits. */
const AES: readonly (readonly [mode: AesMode, ...nids: number[]])[] = [
  ['cbc', 419, 423, 427],
  ['cfb', 421, 425, 429],
  ['cfb8', 653, 654, 655],
  ['ctr', 904, 905, 906],
  ['ecb', 418, 422, 426],
  ['gcm', 895, 898, 901],
  ['ofb', 420, 424, 428],
];

export interface CipherInfo {
  name: string;
  mode: AesMode | 'stream';
  nid: number;
  keyLength: number;
  ivLength: number;
}

const stream = (name: string, nid: number, ivLength: number): CipherInfo => ({
  name,
  mode: 'stream',
  nid,
  keyLength: 32,
  ivLength,
});

const CIPHERS: Readonly<Record<string, CipherInfo>> = {
  ...Object.fromEntries(
    AES.flatMap(([mode, ...nids]) =>
      nids.map((nid, at): [string, CipherInfo] => {
        const bits = 128 + 64 * at;
        const name = mode === 'gcm' ? `id-aes${bits}-gcm` : `aes-${bits}-${mode}`;
        const ivLength = mode === 'ecb' ? 0 : mode === 'gcm' ? 12 : BLOCK;
        return [`aes-${bits}-${mode}`, { name, mode, nid, keyLength: bits / 8, ivLength }];
      }),
    ),
  ),
  chacha20: stream('chacha20', 1019, 16),
  'chacha20-poly1305': stream('chacha20-poly1305', 1018, CHACHA_NONCE),
};
const ALIASES: Readonly<Record<string, string>> = {
  aes128: 'aes-128-cbc',
  aes192: 'aes-192-cbc',
  aes256: 'aes-256-cbc',
  'id-aes128-gcm': 'aes-128-gcm',
  'id-aes192-gcm': 'aes-192-gcm',
  'id-aes256-gcm': 'aes-256-gcm',
};

export const cipherNames = (): string[] => [...Object.keys(CIPHERS), ...Object.keys(ALIASES)].sort();

/** A cipher by name, in any case, or by OpenSSL's NID. */
export function cipherInfo(name: string | number): CipherInfo | undefined {
  if (typeof name === 'number') return Object.values(CIPHERS).find(({ nid }) => nid === name);
  const lower = name.toLowerCase();
  return CIPHERS[ALIASES[lower] ?? lower];
}

/** Whether a cipher authenticates what it decrypts. */
export const isAuthenticated = ({ mode, name }: CipherInfo): boolean => mode === 'gcm' || name === 'chacha20-poly1305';

/** Whether a cipher accepts an initialization vector of this length, in bytes. */
export const takesIv = (info: CipherInfo, length: number): boolean =>
  info.mode === 'gcm' ? length > 0 : length === info.ivLength;

/** Starts a cipher; the key and the vector must have lengths that it accepts. */
export function startCipher(info: CipherInfo, key: Uint8Array, iv: Uint8Array, encrypts: boolean): CipherMode {
  const raw = { disablePadding: true };
  switch (info.mode) {
    case 'ecb':
      return new BlockMode(encrypts, (bytes) => {
        const cipher = ecb(key, raw);
        return encrypts ? cipher.encrypt(bytes) : cipher.decrypt(bytes);
      });
    case 'cbc': {
      let last = iv;
      return new BlockMode(encrypts, (bytes) => {
        const cipher = cbc(key, last, raw);
        const result = encrypts ? cipher.encrypt(bytes) : cipher.decrypt(bytes);
        last = (encrypts ? result : bytes).slice(-BLOCK);
        return result;
      });
    }
    case 'ctr':
      return new StreamMode(encrypts, BLOCK, (bytes, block) => ctr(key, plus(iv, block)).encrypt(bytes));
    case 'cfb':
    case 'cfb8':
    case 'ofb': {
      const takes = info.mode === 'ofb' ? 'stream' : 'cipher';
      const encryptBlock = (block: Uint8Array) => ecb(key, raw).encrypt(block);
      return new FeedbackMode(encrypts, encryptBlock, iv.slice(), { takes, step: info.mode === 'cfb8' ? 1 : BLOCK });
    }
    case 'gcm': {
      const first = firstCounter(key, iv);
      const seal: Seal = (plain, more) => gcm(key, iv, more).encrypt(plain).slice(-BLOCK);
      return new StreamMode(encrypts, BLOCK, (bytes, block) => ctr(key, plus(first, block + 1)).encrypt(bytes), seal);
    }
    case 'stream': {
      if (!isAuthenticated(info)) {
        const first = new DataView(iv.buffer, iv.byteOffset).getUint32(0, true);
        const nonce = iv.subarray(4);
        return new StreamMode(encrypts, CHACHA_BLOCK, (bytes, block) =>
          chacha20(key, nonce, bytes, undefined, first + block),
        );
      }
      const seal: Seal = (plain, more) => chacha20poly1305(key, iv, more).encrypt(plain).slice(-BLOCK);
      return new StreamMode(
        encrypts,
        CHACHA_BLOCK,
        (bytes, block) => chacha20(key, iv, bytes, undefined, block + 1),
        seal,
      );
    }
  }
}

/** GCM's initial counter: from the vector itself if it has the usual length, otherwise from its hash. */
function firstCounter(key: Uint8Array, iv: Uint8Array): Uint8Array {
  if (iv.length === 12) return Uint8Array.of(...iv, 0, 0, 0, 1);
  const padded = new Uint8Array((Math.ceil(iv.length / BLOCK) + 1) * BLOCK);
  padded.set(iv);
  new DataView(padded.buffer).setUint32(padded.length - 4, iv.length * 8);
  return ghash(padded, ecb(key, { disablePadding: true }).encrypt(new Uint8Array(BLOCK)));
}

/** Adds to a 16-byte counter. */
function plus(counter: Uint8Array, more: number): Uint8Array {
  const result = counter.slice();
  let carry = more;
  for (let at = result.length - 1; at >= 0 && carry > 0; at--) {
    carry += result[at] ?? 0;
    result[at] = carry % 256;
    carry = Math.floor(carry / 256);
  }
  return result;
}
