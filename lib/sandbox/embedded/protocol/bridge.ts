import * as z from 'zod';
import { HttpFrameSchema } from './http';
import { MAX_INPUT_CHARS, MAX_MESSAGE_BYTES, MAX_OUTPUT_CHARS } from './limits';
import { PackageFileSchema } from './package-file';
import { SignalSchema } from './signals';

const path = z.string().max(4096);
const id = z.number().int().positive();
const count = z.number().int().nonnegative();
const bytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.byteLength <= MAX_MESSAGE_BYTES,
  'expected bytes',
);
const size = z.object({ cols: z.number().int().min(1).max(1000), rows: z.number().int().min(1).max(1000) });

export const SearchQuerySchema = z.object({
  pattern: z.string().max(10_000),
  path,
  glob: z.string().max(4096).optional(),
  type: z.string().max(100).optional(),
  want: z.enum(['lines', 'counts', 'files']).optional(),
  caseInsensitive: z.boolean().optional(),
  multiline: z.boolean().optional(),
  before: count.optional(),
  after: count.optional(),
  maxMatches: count,
  maxFileSize: count,
});

/** The page's requests to the kernel; each gets one answer. */
const RequestSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('readFile'), path }),
  z.object({ op: z.literal('writeFile'), path, data: bytes }),
  z.object({ op: z.literal('readdir'), path }),
  z.object({ op: z.literal('mkdir'), path, recursive: z.boolean() }),
  z.object({ op: z.literal('rm'), path, recursive: z.boolean(), force: z.boolean() }),
  z.object({ op: z.literal('rename'), from: path, to: path }),
  z.object({ op: z.literal('stat'), path }),
  z.object({ op: z.literal('realpath'), path }),
  z.object({ op: z.literal('mount'), files: z.array(z.object({ path, data: bytes.nullable() })) }),
  z.object({ op: z.literal('export'), since: count.optional() }),
  z.object({ op: z.literal('restore'), data: bytes }),
  z.object({ op: z.literal('search'), query: SearchQuerySchema }),
  z.object({ op: z.literal('glob'), query: z.object({ pattern: z.string().max(10_000), cwd: path }) }),
  z.object({
    op: z.literal('spawn'),
    pid: id,
    command: z.string().max(4096),
    args: z.array(z.string()),
    cwd: path,
    env: z.record(z.string(), z.string()),
    terminal: size.optional(),
  }),
]);
export type Request = z.infer<typeof RequestSchema>;

const bundle = z.instanceof(Blob);
/** The bundles of the kernel's workers. They arrive after it has started, before the first request that needs one. */
const ProgramsSchema = z.object({ shell: bundle, git: bundle, search: bundle });
export type Programs = z.infer<typeof ProgramsSchema>;

/** Large programs: the kernel requests them when they are first started. */
export const LateProgramSchema = z.enum(['jq', 'node', 'python3']);
export type LateProgram = z.infer<typeof LateProgramSchema>;

export const PageMessageSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('request'), id, request: RequestSchema }),
  z.object({ t: z.literal('cancel'), id }),
  z.object({ t: z.literal('watch'), id, path }),
  z.object({ t: z.literal('unwatch'), id }),
  z.object({ t: z.literal('input'), pid: id, text: z.string().max(MAX_INPUT_CHARS).nullable() }),
  z.object({ t: z.literal('kill'), pid: id, signal: SignalSchema }),
  z.object({ t: z.literal('resize'), pid: id, size }),
  z.object({ t: z.literal('taken'), pid: id, chars: count }),
  z.object({ t: z.literal('programs'), programs: ProgramsSchema }),
  /** `program` is absent if it did not load. */
  z.object({ t: z.literal('late-program'), name: LateProgramSchema, program: bundle.optional() }),
  /** `bytes` is absent if the set has no such file. */
  z.object({ t: z.literal('package'), file: PackageFileSchema, bytes: bytes.optional() }),
  z.object({ t: z.literal('http'), id, frame: HttpFrameSchema }),
]);
export type PageMessage = z.infer<typeof PageMessageSchema>;

export const KernelMessageSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready') }),
  z.object({ t: z.literal('want-program'), name: LateProgramSchema }),
  z.object({ t: z.literal('want-package'), file: PackageFileSchema }),
  z.object({ t: z.literal('answer'), id, value: z.unknown() }),
  z.object({
    t: z.literal('failure'),
    id,
    code: z.string().max(100),
    message: z.string().max(20_000),
    path: path.optional(),
  }),
  z.object({ t: z.literal('output'), pid: id, text: z.string().max(MAX_OUTPUT_CHARS) }),
  z.object({ t: z.literal('exit'), pid: id, code: z.number().int().min(0).max(255) }),
  z.object({
    t: z.literal('changes'),
    changes: z.array(z.object({ id, type: z.enum(['rename', 'change']), path })).max(10_000),
  }),
  z.object({ t: z.literal('processes'), count }),
  z.object({ t: z.literal('http'), id, frame: HttpFrameSchema }),
  z.object({ t: z.literal('port'), port: count, open: z.boolean() }),
  z.object({ t: z.literal('error'), message: z.string().max(20_000) }),
]);
export type KernelMessage = z.infer<typeof KernelMessageSchema>;

/** The schemas of the answers; the page does not trust the kernel. */
export const AnswerSchemas = {
  bytes,
  none: z.undefined(),
  path,
  entries: z.array(z.object({ name: path, type: z.enum(['file', 'directory', 'symlink']) })),
  stat: z.object({ type: z.enum(['file', 'directory']), size: count, mtimeMs: z.number() }),
  search: z.object({
    files: z.array(
      z.object({
        path,
        matches: count,
        lines: z.array(z.object({ line: count, text: z.string().max(20_000), match: z.boolean() })),
      }),
    ),
    truncated: z.boolean(),
  }),
  glob: z.array(z.object({ path, mtimeMs: z.number() })),
} as const;
