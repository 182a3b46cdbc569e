import { DEFAULT_LIMITS } from '@/lib/agent';
import { z } from 'zod';

const positive = z.coerce.number().int().positive();

/** The settings an operator may give, as environment variables. An empty variable counts as none. */
export const EnvironmentSchema = z
  .object({
    /** Folder of the log and the cookie secret. */
    TOOLYARD_DATA: z.string().default('.data'),
    /** The name the server is bound to and reached by, besides the loopback names. */
    TOOLYARD_HOST: z.string().optional(),
    /** What session cookies are signed with; without it a secret is kept in the data folder. */
    TOOLYARD_SECRET: z.string().min(16).optional(),
    /** Whoever presents it may use the server's own key from any allowed Host. */
    TOOLYARD_ACCESS_TOKEN: z.string().min(16).optional(),
    /** How long a leg holds a thread without a sign of life, milliseconds. */
    TOOLYARD_LEASE_MS: positive.default(10_000),
    /** Tokens one thread may use. */
    TOOLYARD_MAX_TOKENS: positive.default(DEFAULT_LIMITS.maxTokens),
    /** Tokens one session may spend in a day with the server's own key. */
    TOOLYARD_SESSION_TOKENS: positive.default(2_000_000),
    /** Tokens all sessions together may spend in a day with the server's own key. */
    TOOLYARD_TOTAL_TOKENS: positive.default(20_000_000),
    ANTHROPIC_API_KEY: z.string().optional(),
  })
  .readonly();
export type Environment = z.infer<typeof EnvironmentSchema>;

/** Throws a readable error for a setting that cannot be. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = EnvironmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(`A setting is wrong: ${z.prettifyError(parsed.error)}`);
}
