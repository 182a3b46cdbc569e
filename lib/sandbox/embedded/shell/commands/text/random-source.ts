import { CommandFailure, quoted, type CommandContext } from '../context';

/** Where `shuf` and `sort -R` take their chance from: the bytes of a file, as GNU's tools use them, or the system's. */
export interface RandomSource {
  /** A number from 0 to `choices - 1`. */
  choose(choices: number): number;
  bytes(length: number): Uint8Array;
}

/** `status`: that of a command which finds too few bytes in the file. */
export async function randomSource(
  context: CommandContext,
  file: string | undefined,
  status = 1,
): Promise<RandomSource> {
  return file === undefined ? new SystemRandom() : new FileRandom(file, await readSome(context, file), status);
}

class SystemRandom implements RandomSource {
  choose(choices: number): number {
    return Math.floor(Math.random() * choices);
  }

  bytes(length: number): Uint8Array {
    return crypto.getRandomValues(new Uint8Array(length));
  }
}

/** Most bytes that are read of a file: some, as `<(yes)`, have no end. */
const MOST = 4 * 1024 * 1024;

async function readSome(context: CommandContext, file: string): Promise<Uint8Array> {
  return (await context.open(file).first(MOST)).subarray(0, MOST);
}

/** GNU's way from bytes to numbers, so that the same file gives the same order: what a choice leaves over counts for the next. */
class FileRandom implements RandomSource {
  private at = 0;
  private left = 0n;
  private most = 0n;

  constructor(
    private readonly file: string,
    private readonly all: Uint8Array,
    private readonly status: number,
  ) {}

  choose(choices: number): number {
    const count = BigInt(choices);
    for (;;) {
      while (this.most < count - 1n) {
        this.left = this.left * 256n + BigInt(this.bytes(1)[0] ?? 0);
        this.most = this.most * 256n + 255n;
      }
      const over = this.most - (count - 1n);
      const unusable = over % count;
      const chosen = this.left % count;
      if (this.left <= this.most - unusable) {
        this.left /= count;
        this.most = over / count;
        return Number(chosen);
      }
      this.left = chosen;
      this.most = unusable - 1n;
    }
  }

  bytes(length: number): Uint8Array {
    const taken = this.all.subarray(this.at, this.at + length);
    if (taken.length < length) throw new CommandFailure(`${quoted(this.file)}: end of file`, this.status);
    this.at += length;
    return taken;
  }
}
