import { z } from 'zod';
import type { KeyVariable } from '@/lib/models';
import { LONGEST_LEASE_MS } from '@/lib/threads';
import { LIMIT_NAMES, limitOf } from './limits.mjs';
import { AllowHostsSchema, words } from './allow-hosts';

const webAddress = z.url({ protocol: /^https?$/ });
const positive = z.coerce.number().int().positive();

/** The server's own keys, one variable per provider. */
const KEYS = {
  ANTHROPIC_API_KEY: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  GEMINI_API_KEY: z.string().optional(),
} satisfies Readonly<Record<KeyVariable, z.ZodType>>;

/** The settings that an operator may give as environment variables. An empty variable counts as unset. */
export const EnvironmentSchema = z
  .object({
    /** Folder of the log and the cookie secret. */
    TOOLYARD_DATA: z.string().default('.data'),
    /** The name that the server is bound to and reached by, besides the loopback names. */
    TOOLYARD_HOST: z.string().optional(),
    /** Signs session cookies; if unset, a secret is generated and kept in the data folder. */
    TOOLYARD_SECRET: z.string().min(16).optional(),
    /** Whoever presents it may use the server's own key from any allowed Host. */
    TOOLYARD_ACCESS_TOKEN: z.string().min(16).optional(),
    /** How long a run holds a thread without renewing its lease, in milliseconds. */
    TOOLYARD_LEASE_MS: positive.max(LONGEST_LEASE_MS).default(10_000),
    /** Days that a thread is kept after its last entry; if unset, for ever. */
    TOOLYARD_KEEP_DAYS: positive.optional(),
    /**
     * Private targets that the server may fetch from if a person configured them (models, MCP servers, search), never for a
     * model's URL.
     */
    TOOLYARD_ALLOW_HOSTS: AllowHostsSchema,
    /**
     * Origins of other sites whose pages may drive the agent, separated by commas; they identify themselves with a bearer
     * string.
     */
    TOOLYARD_ALLOW_ORIGINS: z
      .string()
      .default('')
      .transform(words)
      .pipe(z.array(webAddress.refine((url) => new URL(url).origin === url, 'An origin, such as https://app.example'))),
    /** A SearXNG-compatible search engine; if unset, only the bundled documents are searched. */
    TOOLYARD_SEARCH_URL: webAddress.optional(),
    /** The addresses that RemoteTrigger may call, separated by commas. */
    TOOLYARD_TRIGGER_URLS: z.string().default('').transform(words).pipe(z.array(webAddress)),
    /** Signs triggers: `whsec_` and 24 to 64 bytes in base64. */
    TOOLYARD_TRIGGER_SECRET: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'whsec_ and 24 to 64 bytes, base64')
      .optional(),
    ...KEYS,
  })
  .readonly();
export type Environment = z.infer<typeof EnvironmentSchema>;

/** Throws a readable error for an invalid setting. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  for (const name of LIMIT_NAMES) limitOf(name, variables);
  const parsed = EnvironmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(`A setting is wrong: ${z.prettifyError(parsed.error)}`);
}
