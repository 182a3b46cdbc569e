import type { Observed } from './observed';

/** Something to remember from one thread to the next. */
export interface Memory {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** A text that was added to be searched. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly title: string;
  /** Where it came from: a path or an address. */
  readonly origin: string;
  readonly characters: number;
  /** How many searchable pieces it has. */
  readonly passages: number;
  readonly storedAt: number;
}

export interface Passage {
  readonly documentId: string;
  readonly title: string;
  readonly origin: string;
  /** The heading it stands under, if any. */
  readonly section?: string;
  readonly text: string;
  readonly score: number;
}

/** What agents remember, kept in this browser. */
export interface MemoryStore extends Observed<readonly Memory[]> {
  /** If the text is already stored, only adds new tags to it. Undefined if there is no more room. */
  store(text: string, tags: readonly string[]): Promise<Memory | undefined>;
  /** Best matches first. */
  recall(query: string, limit: number): Promise<readonly Memory[]>;
  forget(id: string): Promise<boolean>;
  /** Restores a forgotten memory. */
  restore(memory: Memory): Promise<void>;
}

/** Documents with a full-text index, kept in this browser. */
export interface KnowledgeStore extends Observed<readonly KnowledgeDocument[]> {
  /** Replaces the document with the same origin, if any; undefined if there is no more room. */
  ingest(document: { title: string; origin: string; text: string }): Promise<KnowledgeDocument | undefined>;
  /** Best matches first. */
  search(query: string, limit: number): Promise<readonly Passage[]>;
  remove(id: string): Promise<boolean>;
}
