import { CALLS_PER_MINUTE, HookSchema, LanguageSchema, RateLimitsSchema } from '@/lib/protocol';
import { z } from 'zod';
import type { ToolSettings } from './tool-state';

export const DEFAULT_TOOL_SETTINGS: ToolSettings = {
  disabled: [],
  hooks: [],
  limits: { perMinute: CALLS_PER_MINUTE, tools: {} },
  language: 'en',
  validation: 'block',
  writeRoots: [],
};

/** As they are stored. A field that is missing or spoilt gets its default, and the others are kept. */
export const ToolSettingsSchema = z
  .object({
    disabled: z.array(z.string()).catch([]),
    hooks: z.array(HookSchema).catch([]),
    limits: RateLimitsSchema.catch(DEFAULT_TOOL_SETTINGS.limits),
    language: LanguageSchema.catch('en'),
    validation: z.enum(['block', 'warn']).catch('block'),
    writeRoots: z.array(z.string()).catch([]),
  })
  .catch({ ...DEFAULT_TOOL_SETTINGS, disabled: [], hooks: [], writeRoots: [] });
