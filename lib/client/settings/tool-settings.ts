import { DEFAULT_RATE, HookSchema, LanguageSchema, RateLimitsSchema, type Hook, type RateLimits } from '@/lib/protocol';
import { CATEGORY } from '@/lib/tools/category';
import { z } from 'zod';

/** `auto`: the language of the chosen preset. */
export const LanguageChoiceSchema = z.enum(['auto', ...LanguageSchema.options]);
type LanguageChoice = z.infer<typeof LanguageChoiceSchema>;

/** A person's settings for tools; kept in this browser. */
export interface ToolSettings {
  readonly disabled: readonly string[];
  readonly hooks: readonly Hook[];
  readonly limits: RateLimits;
  readonly language: LanguageChoice;
  /** Whether a call with invalid arguments is run anyway, with its issues shown: for teaching. */
  readonly validation: 'block' | 'warn';
  /** Folders that may be written to; empty means anywhere in the sandbox. */
  readonly writeRoots: readonly string[];
  /** Feature flags that are off. */
  readonly featuresOff: readonly string[];
  /** Names of the only tools to use, ignoring case; empty means all. */
  readonly onlyTools: readonly string[];
  /** Names of tools to leave out, whatever `onlyTools` says. */
  readonly neverTools: readonly string[];
  /** Names of built-in tools that a tool from another source may replace. */
  readonly replaceable: readonly string[];
  /** A person's own categories of tools in an index, by tool name. */
  readonly categories: Readonly<Record<string, string>>;
}

const Names = z.array(z.string()).catch([]);

const Shape = z.object({
  disabled: Names,
  hooks: z.array(HookSchema).catch([]),
  limits: RateLimitsSchema.catch({ calls: DEFAULT_RATE.calls, tools: {} }),
  language: LanguageChoiceSchema.catch('auto'),
  validation: z.enum(['block', 'warn']).catch('block'),
  writeRoots: Names,
  featuresOff: Names,
  onlyTools: Names,
  neverTools: Names,
  replaceable: Names,
  categories: z.record(z.string(), z.string().regex(CATEGORY)).catch({}),
});

/** Parses stored settings. A missing or invalid field gets its default; the others are kept. */
export const ToolSettingsSchema = Shape.catch(() => Shape.parse({}));

export const DEFAULT_TOOL_SETTINGS: ToolSettings = Shape.parse({});
