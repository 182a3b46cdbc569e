import { DEFAULT_RATE, HookSchema, LanguageSchema, RateLimitsSchema, type Hook, type RateLimits } from '@/lib/protocol';
import { CATEGORY } from '@/lib/tools/category';
import { z } from 'zod';

/** `auto`: what the chosen design of the tools speaks. */
export const LanguageChoiceSchema = z.enum(['auto', ...LanguageSchema.options]);
type LanguageChoice = z.infer<typeof LanguageChoiceSchema>;

/** What a person set about tools; kept in this browser. */
export interface ToolSettings {
  readonly disabled: readonly string[];
  readonly hooks: readonly Hook[];
  readonly limits: RateLimits;
  readonly language: LanguageChoice;
  /** Whether a call whose arguments do not fit is run all the same, with its issues shown: for teaching. */
  readonly validation: 'block' | 'warn';
  /** Folders that may be written to; empty means anywhere in the sandbox. */
  readonly writeRoots: readonly string[];
  /** Feature flags that are off. */
  readonly featuresOff: readonly string[];
  /** Names of the only tools there are; empty means all. In any case of letters. */
  readonly onlyTools: readonly string[];
  /** Names of tools that are left out whatever `onlyTools` says. */
  readonly neverTools: readonly string[];
  /** Names of built-in tools that a tool from another source may take the place of. */
  readonly replaceable: readonly string[];
  /** Categories of a person's own: where tools stand in an index, by the tools' names. */
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

/** As they are stored. A field that is missing or spoilt gets its default, and the others are kept. */
export const ToolSettingsSchema = Shape.catch(() => Shape.parse({}));

export const DEFAULT_TOOL_SETTINGS: ToolSettings = Shape.parse({});
