import { z } from 'zod';
import {
  MAX_COOKIE,
  MAX_COOKIES,
  MAX_DATABASES,
  MAX_DATABASES_BYTES,
  MAX_LINE,
  MAX_LINES,
  MAX_PICTURE,
  MAX_SENT,
  MAX_STORED,
  MAX_TEXT,
  MAX_TITLE,
  MAX_URL,
} from './limits';
import { sizeOf } from './size-of';

/** An order from the page to the agent in the frame. */
export type Order =
  | { readonly do: 'read' | 'screenshot' }
  | { readonly do: 'click'; readonly target: string }
  | { readonly do: 'type'; readonly target: string; readonly text: string };

/** A site's stored data, as one of its pages sees it. */
export interface SiteData {
  /** In the format of `document.cookie`. */
  readonly cookies: string;
  readonly local: readonly (readonly [string, string])[];
  readonly session: readonly (readonly [string, string])[];
  readonly databases: readonly KeptDatabase[];
}

/** Starts a frame: the document to show, its URL, and its site's data. */
export interface FrameStart {
  readonly html: string;
  readonly base: string;
  readonly data: SiteData;
}

/** Messages into the frame after that. */
export type FrameMessage =
  | { readonly t: 'order'; readonly id: number; readonly order: Order }
  | { readonly t: 'cookies'; readonly cookies: string; readonly writes: number }
  | { readonly t: 'fetched'; readonly id: number; readonly answer: FetchedPart }
  | { readonly t: 'placed'; readonly id: number; readonly module: PlacedElement };

/** The response to a page's request, or why there is none. */
export type FetchedPart =
  | {
      readonly url: string;
      readonly status: number;
      readonly statusText: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array;
    }
  | { readonly fault: string };

/** The location of a module that a script imports by a computed name. */
export type PlacedElement =
  | { readonly href: string; readonly imports: Readonly<Record<string, string>> }
  | { readonly fault: string };

const id = z.number().int().nonnegative();
const url = z.string().max(MAX_URL);
const sent = z.object({
  url,
  method: z
    .string()
    .max(20)
    .regex(/^[A-Z]+$/),
  headers: z.array(z.tuple([z.string().max(200), z.string().max(8_000)])).max(100),
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.byteLength <= MAX_SENT).optional(),
});
export type Sent = z.infer<typeof sent>;

const stored = z.string().max(MAX_STORED);
const changes = z.object({ cleared: z.boolean(), entries: z.array(z.tuple([stored, stored.nullable()]).readonly()) });
export type StoredChanges = z.infer<typeof changes>;

export const STORAGE_AREAS = ['local', 'session'] as const;
export type StorageAreaName = (typeof STORAGE_AREAS)[number];

const written = z.object({
  cookies: z.array(z.string().max(MAX_COOKIE)).max(MAX_COOKIES),
  /** How many times the page has written a cookie so far. */
  writes: z.number().int().nonnegative(),
  local: changes,
  session: changes,
});
export type WrittenData = z.infer<typeof written>;

const keyPath = z.union([z.string(), z.array(z.string())]);
const database = z.object({
  name: z.string(),
  version: z.number(),
  stores: z.array(
    z.object({
      name: z.string(),
      keyPath: keyPath.nullable(),
      autoIncrement: z.boolean(),
      indexes: z.array(z.object({ name: z.string(), keyPath, unique: z.boolean(), multiEntry: z.boolean() })),
      /** Returned only to pages of the same site, which reject invalid keys. */
      rows: z.array(z.tuple([z.custom<IDBValidKey>((key) => key !== undefined), z.unknown()])),
    }),
  ),
});
/** An IndexedDB database with all its contents. */
export type KeptDatabase = z.infer<typeof database>;

const SeenSchema = z.object({
  title: z.string().max(MAX_TITLE),
  text: z.string().max(MAX_TEXT),
  console: z.array(z.string().max(MAX_LINE)).max(MAX_LINES),
});
export type SeenPage = z.infer<typeof SeenSchema>;

/** Messages out of the frame: trusted only if they match this schema. */
export const AnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('seen'), id, seen: SeenSchema }),
  z.object({
    kind: z.literal('picture'),
    id,
    data: z
      .string()
      .max(MAX_PICTURE)
      .regex(/^[A-Za-z0-9+/=]*$/),
  }),
  z.object({
    kind: z.literal('failed'),
    id,
    code: z.enum(['NOT_FOUND', 'UNSUPPORTED', 'EXECUTION_ERROR']),
    message: z.string().max(MAX_LINE),
  }),
  /** A link was followed or a form was submitted. */
  z.object({ kind: z.literal('go'), to: sent }),
  /** The page's scripts gave it another address. */
  z.object({ kind: z.literal('moved'), url }),
  /** The page wrote to its console. */
  z.object({ kind: z.literal('line'), line: z.string().max(MAX_LINE) }),
  /** The page wrote cookies or to a storage. */
  z.object({ kind: z.literal('written'), written }),
  /** All of the page's IndexedDB. */
  z.object({
    kind: z.literal('databases'),
    databases: z
      .array(database)
      .max(MAX_DATABASES)
      .refine((all) => sizeOf(all, MAX_DATABASES_BYTES) <= MAX_DATABASES_BYTES),
  }),
  /** A person pressed in the page with a pointer. */
  z.object({ kind: z.literal('pressed') }),
  /** The page was led out of its frame and is gone. */
  z.object({ kind: z.literal('left') }),
  z.object({ kind: z.literal('fetch'), id, request: sent }),
  z.object({ kind: z.literal('import'), id, name: url, base: url }),
]);
export type PageAnswer = z.infer<typeof AnswerSchema>;
