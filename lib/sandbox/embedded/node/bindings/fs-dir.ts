import type { NodeProgram } from '../program';
import type { Binding } from '../binding';
import { completeRequest, Handle } from './handle';
import { UV_TYPES } from './stats';
import { uvError } from './uv';

type Entries = (string | number)[];

/** `internalBinding('fs_dir')`. */
export function fsDir(program: NodeProgram): Binding {
  class DirHandle extends Handle {
    #rest: Entries | null;

    constructor(entries: Entries) {
      super();
      this.#rest = entries.length > 0 ? entries : null;
    }

    read(_encoding: unknown, _size: unknown, request: object | undefined): Entries | null | undefined {
      const entries = this.#rest;
      this.#rest = null;
      if (!request) return entries;
      completeRequest(request, null, entries);
      return undefined;
    }

    override close(request?: unknown): void {
      if (typeof request === 'object' && request !== null) completeRequest(request, null);
    }
  }
  /** Node's own synchronous error names no folder. */
  const open = (path: string, named?: string): DirHandle => {
    try {
      return new DirHandle(program.sys.list(program.path(path)).flatMap(({ name, type }) => [name, UV_TYPES[type]]));
    } catch (error) {
      throw uvError(String(Object(error).code), 'opendir', named);
    }
  };
  return {
    DirHandle,
    opendirSync: (path: string) => open(path),
    opendir(path: string, _encoding: unknown, request: object | undefined) {
      if (!request) return open(path, path);
      try {
        completeRequest(request, null, open(path, path));
      } catch (error) {
        completeRequest(request, error);
      }
      return undefined;
    },
  };
}
