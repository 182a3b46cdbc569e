import { Inflate } from 'pako';
import { concat } from '../../../../bytes-text';

/** What can be unpacked of damaged gzip data, and what is wrong with it. */
export interface Salvaged {
  readonly bytes: Uint8Array;
  readonly problem: string;
  /** 2 if all of it could be unpacked, and something else follows. */
  readonly status: 1 | 2;
}

/** Unpacks as much as there is of data that `ungzip` has refused. */
export function salvage(packed: Uint8Array): Salvaged {
  const { message } = unpack(packed, true);
  if (/^(?:buffer error|)$/.test(message))
    return { bytes: unpack(packed, false).bytes, problem: 'unexpected end of file', status: 1 };
  // The longest beginning that is not damaged.
  let [fine, wrong] = [0, packed.length];
  while (wrong - fine > 1) {
    const middle = (fine + wrong) >> 1;
    if (unpack(packed.subarray(0, middle), false).message === '') fine = middle;
    else wrong = middle;
  }
  const { bytes } = unpack(packed.subarray(0, fine), false);
  if (message === 'incorrect header check')
    return { bytes, problem: 'decompression OK, trailing garbage ignored', status: 2 };
  const what = /^incorrect (data|length) check$/.exec(message)?.[1];
  const kind = what === 'data' ? 'crc error' : what === 'length' ? 'length error' : 'format violated';
  return { bytes, problem: `invalid compressed data--${kind}`, status: 1 };
}

const SYNC_FLUSH = 2;

function unpack(packed: Uint8Array, whole: boolean): { bytes: Uint8Array; message: string } {
  const parts: Uint8Array[] = [];
  const inflate = new Inflate();
  inflate.onData = (part) => void parts.push(part);
  inflate.push(packed, whole || SYNC_FLUSH);
  return { bytes: concat(parts), message: inflate.err === 0 ? '' : inflate.msg };
}
