import type { JsonSchema } from '@/lib/schema';
import type { TextCall } from '../dialect';
import type { Cursor } from './cursor';

/** Reads one block, from after its opening tag to after its closing one. Yields when it needs more of the stream. */
export type BlockReader = Generator<void, void>;

/** State shared by all blocks of a stream. */
export interface Stream {
  /** The schema of a tool's arguments; undefined for an unknown tool. */
  schemaOf(tool: string): JsonSchema | undefined;
  /** Whether JSON in a value once had no end: from then on, only tags decide where a value ends. */
  brokenJson: boolean;
}

/** The block that a reader reads, and where it reports to. */
export interface CallBlock {
  readonly cursor: Cursor;
  /** The opening tag that was read. */
  readonly opener: string;
  readonly stream: Stream;
  found(call: TextCall): void;
  warn(message: string): void;
}

/** The syntax of one kind of block. */
export interface Grammar {
  /** Tags that begin a block; each starts with `<`. */
  readonly openers: readonly string[];
  /** The tag that closes a given opening tag; after a fault, reading continues after it. */
  closerOf(opener: string): string;
  read(block: CallBlock): BlockReader;
}
