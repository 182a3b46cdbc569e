import { cbc, ctr, ecb, gcm } from '@noble/ciphers/aes.js';
import { ghash } from '@noble/ciphers/_polyval.js';
import { chacha20, chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { StreamMode, BlockMode, type Mode, type Seal } from './modes';

const BLOCK = 16;
const CHACHA_BLOCK = 64;
const CHACHA_NONCE = 12;

export interface CipherInfo {
  name: string;
  mode: 'cbc' | 'ctr' | 'ecb' | 'gcm' | 'stream';
  nid: number;
  keyLength: number;
  ivLength: number;
}

const aes = (bits: 128 | 192 | 256, mode: 'cbc' | 'ctr' | 'ecb' | 'gcm', nid: number): CipherInfo => ({
  name: mode === 'gcm' ? `id-aes${bits}-gcm` : `aes-${bits}-${mode}`,
  mode,
  nid,
  keyLength: bits / 8,
  ivLength: { cbc: BLOCK, ctr: BLOCK, ecb: 0, gcm: 12 }[mode],
});

const CIPHERS: Readonly<Record<string, CipherInfo>> = {
  'aes-128-cbc': aes(128, 'cbc', 419),
  'aes-128-ctr': aes(128, 'ctr', 904),
  'aes-128-ecb': aes(128, 'ecb', 418),
  'aes-128-gcm': aes(128, 'gcm', 895),
  'aes-192-cbc': aes(192, 'cbc', 423),
  'aes-192-ctr': aes(192, 'ctr', 905),
  'aes-192-ecb': aes(192, 'ecb', 422),
  'aes-192-gcm': aes(192, 'gcm', 898),
  'aes-256-cbc': aes(256, 'cbc', 427),
  'aes-256-ctr': aes(256, 'ctr', 906),
  'aes-256-ecb': aes(256, 'ecb', 426),
  'aes-256-gcm': aes(256, 'gcm', 901),
  'chacha20-poly1305': {
    name: 'chacha20-poly1305',
    mode: 'stream',
    nid: 1018,
    keyLength: 32,
    ivLength: CHACHA_NONCE,
  },
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
export const isAuthenticated = ({ mode }: CipherInfo): boolean => mode === 'gcm' || mode === 'stream';

/** Whether a cipher accepts an initialization vector of this length, in bytes. */
export const takesIv = (info: CipherInfo, length: number): boolean =>
  info.mode === 'gcm' ? length > 0 : length === info.ivLength;

/** Starts a cipher; the key and the vector must have lengths that it accepts. */
export function startCipher(info: CipherInfo, key: Uint8Array, iv: Uint8Array, encrypts: boolean): Mode {
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
    case 'gcm': {
      const first = firstCounter(key, iv);
      const seal: Seal = (plain, more) => gcm(key, iv, more).encrypt(plain).slice(-BLOCK);
      return new StreamMode(encrypts, BLOCK, (bytes, block) => ctr(key, plus(first, block + 1)).encrypt(bytes), seal);
    }
    case 'stream': {
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
