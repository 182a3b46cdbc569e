import type { Observed } from './observed';

/** Something to be remembered from one thread to the next. */
export interface Memory {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** A text that was taken in, to be searched. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly title: string;
  /** Where it came from: a path, an address. */
  readonly origin: string;
  readonly characters: number;
  /** How many pieces of it can be found. */
  readonly passages: number;
  readonly storedAt: number;
}

export interface Passage {
  readonly documentId: string;
  readonly title: string;
  readonly origin: string;
  /** The heading it stands under, where there is one. */
  readonly section?: string;
  readonly text: string;
  readonly score: number;
}

/** What agents remember, kept in this browser. */
export interface MemoryStore extends Observed<readonly Memory[]> {
  /** A text that is remembered already gets the tags that are new; undefined where there is no more room. */
  store(text: string, tags: readonly string[]): Promise<Memory | undefined>;
  /** The best first. */
  recall(query: string, limit: number): Promise<readonly Memory[]>;
  forget(id: string): Promise<boolean>;
  /** Takes back what was forgotten. */
  restore(memory: Memory): Promise<void>;
}

/** Documents with a full-text index, kept in this browser. */
export interface KnowledgeStore extends Observed<readonly KnowledgeDocument[]> {
  /** Takes the place of what came from the same origin; undefined where there is no more room. */
  ingest(document: { title: string; origin: string; text: string }): Promise<KnowledgeDocument | undefined>;
  /** The best first. */
  search(query: string, limit: number): Promise<readonly Passage[]>;
  remove(id: string): Promise<boolean>;
}
