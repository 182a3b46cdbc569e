import { CALLS_PER_MINUTE, HookSchema, LanguageSchema, RateLimitsSchema } from '@/lib/protocol';
import { z } from 'zod';
import type { ToolSettings } from '../executor/tool-state';

/** `auto`: what the chosen design of the tools speaks. */
export const LanguageChoiceSchema = z.enum(['auto', ...LanguageSchema.options]);
export type LanguageChoice = z.infer<typeof LanguageChoiceSchema>;

const Names = z.array(z.string()).catch([]);

const Shape = z.object({
  disabled: Names,
  hooks: z.array(HookSchema).catch([]),
  limits: RateLimitsSchema.catch({ perMinute: CALLS_PER_MINUTE, tools: {} }),
  language: LanguageChoiceSchema.catch('auto'),
  validation: z.enum(['block', 'warn']).catch('block'),
  writeRoots: Names,
  featuresOff: Names,
  onlyTools: Names,
  neverTools: Names,
  replaceable: Names,
});

/** As they are stored. A field that is missing or spoilt gets its default, and the others are kept. */
export const ToolSettingsSchema = Shape.catch(() => Shape.parse({}));

export const DEFAULT_TOOL_SETTINGS: ToolSettings = Shape.parse({});
