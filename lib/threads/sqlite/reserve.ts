import { randomFillSync } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;

/**
 * How much room is kept, in bytes: more than the write-ahead log holds of what is not in the database yet, which has to be
 * moved before the log starts anew.
 */
const KEPT = 16 * MEGABYTE;

/** How often it is filled up again, in milliseconds: somebody may have made room. */
const EVERY_MS = 3_600_000;

/** How long what was given back is left to deletions, in milliseconds. */
const GIVEN_MS = 2_000;

/** Room on the disk that is given back when it is full: to delete something, SQLite first has to write. */
export class Reserve {
  readonly #file: string;
  readonly #bytes: number;
  readonly #timer: NodeJS.Timeout;
  /** Until it is taken back. */
  #given: NodeJS.Timeout | undefined;
  /** How often it was given back: what is filled up meanwhile is no longer to be. */
  #times = 0;

  constructor(file: string, bytes = KEPT) {
    this.#file = `${file}-reserve`;
    this.#bytes = bytes;
    void this.#fill(2 * bytes);
    this.#timer = setInterval(() => void this.#fill(2 * bytes), EVERY_MS).unref();
  }

  /**
   * Fills it up, if the disk has so many bytes to spare. Never rejects: without it, only a full disk is harder to empty.
   */
  async #fill(spare: number): Promise<void> {
    const times = this.#times;
    try {
      // Not appended to: another process may fill it, too.
      const file = await open(this.#file, constants.O_RDWR | constants.O_CREAT, 0o600);
      try {
        const { size } = await file.stat();
        const { bavail, bsize } = await statfs(this.#file);
        if (size >= this.#bytes || bavail * bsize < spare) return;
        // Random, as a file system may store other bytes in less room.
        const piece = randomFillSync(Buffer.alloc(Math.min(MEGABYTE, this.#bytes)));
        for (let at = size; at < this.#bytes && times === this.#times;) {
          at += (await file.write(piece, 0, Math.min(piece.length, this.#bytes - at), at)).bytesWritten;
        }
      } finally {
        await file.close();
      }
    } catch {
      // Full meanwhile, or not ours to write.
    }
  }

  /** Gives it back, and soon takes again what is left of it: the disk may become full once more. Never throws. */
  release(): void {
    this.#times += 1;
    clearTimeout(this.#given);
    this.#given = setTimeout(() => void this.#fill(0), GIVEN_MS).unref();
    try {
      rmSync(this.#file, { force: true });
    } catch {
      // Not ours to remove.
    }
  }

  close(): void {
    this.#times += 1;
    clearTimeout(this.#given);
    clearInterval(this.#timer);
  }
}
