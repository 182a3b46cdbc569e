import type { ConfigurationSetting } from '@/lib/ports';
import { DEFAULT_RATE, DiscoverySchema, MAX_TURNS, RateLimitsSchema, SpeedSchema } from '@/lib/protocol';
import { toJsonSchema, validate } from '@/lib/schema';
import { z } from 'zod';
import { LanguageChoiceSchema } from '../settings/tool-settings';
import type { MorePorts, PageDependencies } from './dependencies';

type Settings = PageDependencies['settings'];

/** What may be set from a conversation: not the permission mode, the rules or the hooks, which limit the agent. */
const KEYS = [
  entry(
    'language',
    'Language in which a model and the person are told what is wrong with a call.',
    LanguageChoiceSchema,
    ({ tools }) => tools().language,
    ({ setTools }, language) => setTools({ language }),
  ),
  entry(
    'discovery',
    'What of each tool the model is shown: full forms, an index to search in, or forms that the provider defers.',
    DiscoverySchema,
    ({ options }) => options().discovery ?? 'full',
    ({ setOptions }, discovery) => setOptions({ discovery }),
  ),
  entry(
    'rate_limit',
    'Calls in one window of any tool that has no figure of its own.',
    RateLimitsSchema.shape.calls,
    ({ tools }) => tools().limits.calls,
    ({ tools, setTools }, calls) => setTools({ limits: { ...tools().limits, calls } }),
  ),
  entry(
    'rate_window',
    'Seconds of the window that calls are counted in.',
    RateLimitsSchema.shape.windowSeconds.unwrap(),
    ({ tools }) => tools().limits.windowSeconds ?? DEFAULT_RATE.windowSeconds,
    ({ tools, setTools }, windowSeconds) => setTools({ limits: { ...tools().limits, windowSeconds } }),
  ),
  entry(
    'rate_limits',
    'Calls in one window by the name of the tool.',
    RateLimitsSchema.shape.tools,
    ({ tools }) => tools().limits.tools,
    ({ tools: own, setTools }, tools) => setTools({ limits: { ...own().limits, tools } }),
  ),
  entry(
    'write_roots',
    'Folders that may be written to; empty means anywhere in the sandbox.',
    z.array(z.string().trim().min(1).max(500)).max(50),
    ({ tools }) => [...tools().writeRoots],
    ({ setTools }, writeRoots) => setTools({ writeRoots }),
  ),
  entry(
    'disabled_tools',
    'Names of tools that are turned off.',
    z.array(z.string().min(1).max(100)).max(200),
    ({ tools }) => [...tools().disabled],
    ({ setTools }, disabled) => setTools({ disabled }),
  ),
  entry(
    'max_turns',
    'Turns of the model after each thing the person says.',
    z.int().min(1).max(MAX_TURNS),
    ({ options }) => options().maxTurns ?? null,
    ({ setOptions }, maxTurns) => setOptions({ maxTurns }),
  ),
  entry(
    'speed',
    'How fast the scripted model types.',
    SpeedSchema,
    ({ options }) => options().speed ?? 'fast',
    ({ setOptions }, speed) => setOptions({ speed }),
  ),
];

/** The page's settings that a tool may read, and change if a person allows it. */
export const openConfiguration = ({ settings }: Pick<PageDependencies, 'settings'>): MorePorts => ({
  configuration: {
    list: () => KEYS.map((known) => known.setting(settings)),
    set: (key, value) => KEYS.find((known) => known.key === key)?.set(settings, value),
  },
});

function entry<T>(
  key: string,
  description: string,
  schema: z.ZodType<T>,
  read: (settings: Settings) => unknown,
  write: (settings: Settings, value: T) => void,
) {
  return {
    key,
    setting: (settings: Settings): ConfigurationSetting => ({
      key,
      description,
      schema: toJsonSchema(schema),
      value: read(settings),
    }),
    set(settings: Settings, value: unknown): { ok: true } | { ok: false; reason: string } {
      const parsed = schema.safeParse(value);
      if (parsed.success) {
        write(settings, parsed.data);
        return { ok: true };
      }
      const checked = validate(schema, value);
      return {
        ok: false,
        reason: checked.ok ? 'It does not fit.' : checked.issues.map(({ message }) => message).join(' '),
      };
    },
  };
}
