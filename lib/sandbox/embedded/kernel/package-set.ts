import { deferred, type Deferred } from '../../deferred';
import { FsError } from '../fs/fs-error';

/** The package set, fetched from the page on demand. */
export class PackageSet {
  private readonly coming = new Map<string, Deferred<Uint8Array>>();

  /** `want` requests a file, which arrives through `receive`. */
  constructor(private readonly want: (file: string) => void) {}

  /** Rejects with ENOENT if the set has no such file. */
  ask(file: string): Promise<Uint8Array> {
    const known = this.coming.get(file);
    if (known) return known.promise;
    const coming = deferred<Uint8Array>();
    this.coming.set(file, coming);
    this.want(file);
    return coming.promise;
  }

  receive(file: string, bytes: Uint8Array | undefined): void {
    if (bytes) this.coming.get(file)?.resolve(bytes);
    else this.coming.get(file)?.reject(new FsError('ENOENT', 'package', file));
    this.coming.delete(file);
  }
}
