/** Which process holds which file locks, with the semantics of `flock`. */
export class FileLocks {
  private readonly held = new Map<string, Map<object, { shared: boolean }>>();

  /** Returns whether the owner now has the lock, exclusively or shared with others. */
  take(owner: object, path: string, shared: boolean): boolean {
    const owners = this.held.get(path) ?? new Map<object, { shared: boolean }>();
    for (const [other, lock] of owners) if (other !== owner && !(shared && lock.shared)) return false;
    this.held.set(path, owners.set(owner, { shared }));
    return true;
  }

  release(owner: object, path: string): void {
    const owners = this.held.get(path);
    if (owners?.delete(owner) && owners.size === 0) this.held.delete(path);
  }

  releaseAll(owner: object): void {
    for (const path of this.held.keys()) this.release(owner, path);
  }
}
