import type { JsonSchema } from '@/lib/schema';
import type { TextCall } from '../dialect';
import type { Cursor } from './cursor';

/** Reads one block, from behind its opening tag to behind its closing one. Yields when it needs more of the stream. */
export type BlockReader = Generator<void, void>;

/** What is known of a whole stream. */
export interface Stream {
  /** The schema of a tool's arguments; undefined for a tool nobody knows. */
  schemaOf(tool: string): JsonSchema | undefined;
  /** Whether JSON in a value once had no end: from then on, tags alone tell where a value ends. */
  brokenJson: boolean;
}

/** What a reader works with. */
export interface Block {
  readonly cursor: Cursor;
  /** The opening tag that was read. */
  readonly opener: string;
  readonly stream: Stream;
  found(call: TextCall): void;
  warn(message: string): void;
}

/** The syntax of one kind of block. */
export interface Grammar {
  /** Tags that begin a block, each with `<` as its first character. */
  readonly openers: readonly string[];
  /** The tag that ends what an opening tag began; after a fault, reading goes on behind it. */
  closerOf(opener: string): string;
  read(block: Block): BlockReader;
}
