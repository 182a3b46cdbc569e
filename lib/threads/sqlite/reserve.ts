import { randomFillSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;

/**
 * How much room is kept, in bytes: more than the write-ahead log holds of what is not in the database yet, which has to be
 * moved before the log starts anew.
 */
const KEPT = 16 * MEGABYTE;

/** How often it is filled up again, in milliseconds: somebody may have made room. */
const EVERY_MS = 3_600_000;

/** Room on the disk that is given back when it is full: to delete something, SQLite first has to write. */
export class Reserve {
  readonly #file: string;
  readonly #bytes: number;
  readonly #timer: NodeJS.Timeout;

  constructor(file: string, bytes = KEPT) {
    this.#file = `${file}-reserve`;
    this.#bytes = bytes;
    void this.#fill();
    this.#timer = setInterval(() => void this.#fill(), EVERY_MS).unref();
  }

  /** Fills it up, if the disk has as much again to spare. Never rejects: without it, only a full disk is harder to empty. */
  async #fill(): Promise<void> {
    try {
      const file = await open(this.#file, 'a', 0o600);
      try {
        const { size } = await file.stat();
        const { bavail, bsize } = await statfs(this.#file);
        if (size >= this.#bytes || bavail * bsize < 2 * this.#bytes) return;
        // Random, as a file system may store other bytes in less room.
        const piece = randomFillSync(Buffer.alloc(Math.min(MEGABYTE, this.#bytes)));
        for (let written = size; written < this.#bytes; written += piece.length) await file.write(piece);
      } finally {
        await file.close();
      }
    } catch {
      // Full meanwhile, or not ours to write.
    }
  }

  release(): void {
    rmSync(this.#file, { force: true });
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
