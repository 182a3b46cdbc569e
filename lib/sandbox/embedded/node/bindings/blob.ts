import { concat } from '../../../bytes-text';
import type { Guest } from '../guest';
import { type Binding, isCallback } from './binding';

const [END, MORE] = [0, 1] as const;

/** The bytes of a blob, which can be concatenated and sliced into others. */
class Bytes {
  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {}

  slice(start: number, end: number): Bytes {
    return new Bytes(this.bytes.slice(start, end));
  }

  /** Returns everything at once, then the end. */
  getReader() {
    let rest: ArrayBuffer | undefined = this.bytes.slice().buffer;
    return {
      pull(take: unknown) {
        const next = rest;
        rest = undefined;
        if (isCallback(take)) take(next ? MORE : END, next);
      },
    };
  }
}

function joined(parts: readonly unknown[]): Uint8Array<ArrayBuffer> {
  return concat(
    parts.map((part) =>
      part instanceof Bytes
        ? part.bytes
        : ArrayBuffer.isView(part)
          ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
          : new Uint8Array(part instanceof ArrayBuffer ? part : []),
    ),
  );
}

/** `internalBinding('blob')`: blobs, and those with a URL. */
export function blob(guest: Guest): Binding {
  const named = new Map<string, readonly [Bytes, number, string]>();
  return {
    createBlob: (sources: unknown[]) => new Bytes(joined(sources)),
    concat: (parts: unknown[]) => joined(parts).buffer,
    createBlobFromFilePath(path: string) {
      try {
        const bytes = new Bytes(new Uint8Array(guest.sys.read(guest.path(path))));
        return [bytes, bytes.bytes.length];
      } catch {
        return undefined;
      }
    },
    storeDataObject: (id: string, bytes: Bytes, size: number, type: string) => void named.set(id, [bytes, size, type]),
    getDataObject: (id: string) => named.get(id),
    revokeObjectURL: (url: string) => void named.delete(/^blob:nodedata:(.*)$/.exec(url)?.[1] ?? ''),
  };
}
