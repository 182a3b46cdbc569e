import type { BlobStore } from '@/lib/ports';
import type { KeyValue } from './database';
import { sha256 } from '@/lib/protocol';

/** Texts by their hash: full outputs and both sides of a diff. */
export function createBlobStore(table: KeyValue): BlobStore {
  return {
    async put(text) {
      const hash = await sha256(text);
      await table.put(hash, text);
      return hash;
    },
    async get(hash) {
      const text = await table.get(hash);
      return typeof text === 'string' ? text : undefined;
    },
  };
}
