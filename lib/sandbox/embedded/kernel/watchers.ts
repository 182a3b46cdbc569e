import type { FileChange } from '@/lib/ports';
import { isBelow } from '../../paths';
import type { KernelMessage } from '../protocol/bridge';

const MAX_BATCH = 5_000;

type Change = Extract<KernelMessage, { t: 'changes' }>['changes'][number];

/** Batches the changes that the page or a program watches for, so that a program that writes a lot sends few messages. */
export class Watchers {
  private readonly paths = new Map<number, string>();
  private readonly pending = new Map<string, Change>();
  private scheduled = false;

  /** `pauseMs`: how long changes are gathered for; with a pause, one who writes whenever it hears of a change keeps nobody busy. */
  constructor(
    private readonly send: (changes: Change[]) => void,
    private readonly pauseMs = 0,
  ) {}

  watch(id: number, path: string): void {
    this.paths.set(id, path);
  }

  unwatch(id: number): void {
    this.paths.delete(id);
  }

  changed({ type, path }: FileChange): void {
    for (const [id, folder] of this.paths) {
      if (!isBelow(path, folder)) continue;
      const key = `${id} ${type} ${path}`;
      // Delete first, so that the latest change comes last.
      this.pending.delete(key);
      this.pending.set(key, { id, type, path });
    }
    if (this.scheduled || this.pending.size === 0) return;
    this.scheduled = true;
    setTimeout(() => this.flush(), this.pauseMs);
  }

  private flush(): void {
    this.scheduled = false;
    const changes = [...this.pending.values()].filter(({ id }) => this.paths.has(id));
    this.pending.clear();
    for (let at = 0; at < changes.length; at += MAX_BATCH) this.send(changes.slice(at, at + MAX_BATCH));
  }
}
