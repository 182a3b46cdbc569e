import { ErrorCodeSchema, HookAnswerSchema, HookSchema, ToolKindSchema } from '@/lib/protocol';
import { CATEGORY } from '@/lib/tools/category';
import { z } from 'zod';

/** Maximum number of characters in all files of a pack together. */
export const MOST_TEXT = 500_000;
/** Maximum number of files in a pack. */
export const MOST_FILES = 50;

/** A file's name: letters, digits, `_` and `-`, optionally in folders, with an extension. */
export const FileNameSchema = z
  .string()
  .regex(/^[\w-]+(\/[\w-]+)*\.(ts|js|json|md)$/, 'a name such as main.ts')
  .max(100);

/** A pack's name, under which it is stored and exported. */
export const PackNameSchema = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/, 'small letters, figures and - only');

/** Tools that a person writes, in files: the form that is stored and exported. */
export const PackSchema = z.object({
  toolyardPack: z.literal(1),
  name: PackNameSchema,
  files: z
    .record(FileNameSchema, z.string())
    .refine((files) => Object.keys(files).length <= MOST_FILES, `at most ${MOST_FILES} files`)
    .refine((files) => Object.values(files).join('').length <= MOST_TEXT, `at most ${MOST_TEXT} characters`),
});
export type Pack = z.infer<typeof PackSchema>;

/** Maximum depth of a schema or an input: the code that processes them recurses just as deeply. */
const MOST_LEVELS = 100;

/** Whether a value has at most this many levels. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** What a case expects: the whole text, or parts of the result. */
const ExpectedSchema = z.union([
  z.string(),
  z.strictObject({ text: z.string().optional(), includes: z.string().optional(), error: z.string().optional() }),
]);

/** An object that is not too deep to be processed. */
const ShallowObject = z
  .record(z.string(), z.unknown())
  .refine((value) => isShallow(value, MOST_LEVELS), `at most ${MOST_LEVELS} levels`);

/** A call of a tool, and its expected result. */
const ToolCaseSchema = z.strictObject({
  tool: z.string(),
  input: ShallowObject,
  expect: ExpectedSchema,
  /** The answers of other tools that this one calls, by name: a text, or a failure. */
  calls: z
    .record(z.string(), z.union([z.string(), z.strictObject({ error: ErrorCodeSchema, text: z.string().optional() })]))
    .optional(),
});
export type ToolCase = z.infer<typeof ToolCaseSchema>;

/** An event for a hook, and its expected answer: these fields, or nothing if there are none. */
const HookCaseSchema = z.strictObject({ hook: z.string(), event: ShallowObject, expect: HookAnswerSchema });
export type HookCase = z.infer<typeof HookCaseSchema>;

const PackCaseSchema = z.union([ToolCaseSchema, HookCaseSchema]);
export type PackCase = z.infer<typeof PackCaseSchema>;

/** A tool of a pack, as its code describes it. */
const PackToolSchema = z.object({
  name: z.string().regex(/^[A-Za-z][\w-]{0,63}$/),
  title: z.string().optional(),
  category: z.string().regex(CATEGORY).optional(),
  description: z.string().min(1),
  kind: ToolKindSchema,
  dangerous: z.boolean(),
  supportedProviders: z.array(z.string()).optional(),
  schema: ShallowObject,
});
export type PackTool = z.infer<typeof PackToolSchema>;

/** A hook of a pack: a middleware is a `Middleware` hook, a `canUseTool` a `PermissionRequest` hook. */
const PackHookSchema = HookSchema.pick({ name: true, event: true, matcher: true, deadlineMs: true });

/** What the code of a pack says about itself. */
export const DescriptionSchema = z.object({
  tools: z.array(PackToolSchema),
  hooks: z.array(PackHookSchema).max(100).default([]),
  /** Categories by tool name, including tools of others. */
  categories: z.record(z.string(), z.string().regex(CATEGORY)).default({}),
  cases: z.array(PackCaseSchema),
});

export type Described = z.infer<typeof DescriptionSchema>;

/** A pack that can be called: one program and its tools. */
export const CompiledPackSchema = DescriptionSchema.extend({
  name: PackNameSchema,
  /** JavaScript: the modules of the pack, for the runtime. */
  program: z.string(),
  /** When its files were saved, in milliseconds since the epoch. */
  savedAt: z.number().optional(),
});
export type CompiledPack = z.infer<typeof CompiledPackSchema>;

/** Inputs of a tool for which the cases of its pack expect success; first those that need no answers of other tools. */
export function examplesIn(cases: readonly PackCase[], tool: string): object[] {
  const good = cases.flatMap((of) => {
    const fails = 'tool' in of && typeof of.expect === 'object' && of.expect.error !== undefined;
    return 'tool' in of && of.tool === tool && !fails ? [of] : [];
  });
  return [...good.filter(({ calls }) => !calls), ...good.filter(({ calls }) => calls)].map(({ input }) => input);
}
