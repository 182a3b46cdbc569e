import { concat } from '../../../bytes-text';
import type { NodeProgram } from '../program';
import { type Binding, isCallback } from '../binding';

const [END, MORE] = [0, 1] as const;

type Part = Uint8Array<ArrayBuffer>;

/** The bytes of a blob, which can be concatenated and sliced into others. A reader gets them in the parts it was made of. */
class Bytes {
  constructor(readonly parts: readonly Part[]) {}

  slice(start: number, end: number): Bytes {
    let before = 0;
    const parts = this.parts.map((part) => {
      const from = before;
      before += part.length;
      return part.slice(Math.max(0, start - from), Math.max(0, end - from));
    });
    return new Bytes(parts.filter(({ length }) => length > 0));
  }

  getReader() {
    const rest = [...this.parts];
    return {
      pull(take: unknown) {
        const next = rest.shift();
        if (isCallback(take)) take(next ? MORE : END, next?.slice().buffer);
      },
    };
  }
}

const partsOf = (sources: readonly unknown[]): readonly Part[] =>
  sources
    .flatMap((source) =>
      source instanceof Bytes
        ? source.parts
        : ArrayBuffer.isView(source)
          ? concat([new Uint8Array(source.buffer, source.byteOffset, source.byteLength)])
          : new Uint8Array(source instanceof ArrayBuffer ? source : []),
    )
    .filter(({ length }) => length > 0);

/** `internalBinding('blob')`: blobs, and those with a URL. */
export function blob(program: NodeProgram): Binding {
  const named = new Map<string, readonly [Bytes, number, string]>();
  return {
    createBlob: (sources: unknown[]) => new Bytes(partsOf(sources)),
    concat: (parts: unknown[]) => concat([...partsOf(parts)]).buffer,
    createBlobFromFilePath(path: string) {
      try {
        const bytes = new Uint8Array(program.sys.read(program.path(path)));
        return [new Bytes(partsOf([bytes])), bytes.length];
      } catch {
        return undefined;
      }
    },
    storeDataObject: (id: string, bytes: Bytes, size: number, type: string) => void named.set(id, [bytes, size, type]),
    getDataObject: (id: string) => named.get(id),
    revokeObjectURL: (url: string) => void named.delete(/^blob:nodedata:(.*)$/.exec(url)?.[1] ?? ''),
  };
}
