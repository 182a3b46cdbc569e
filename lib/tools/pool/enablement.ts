import type { AnyTool } from '../tool';
import type { PoolEntry } from './pool-entry';

/** What decides whether a tool is on; every condition must hold. Omitted ones are not checked. */
export interface Enablement {
  /** Names that a person turned off. */
  readonly disabled?: readonly string[];
  /** Feature flags; one that is missing is off. */
  readonly flags?: Readonly<Record<string, boolean>>;
  /** The model's provider. */
  readonly provider?: string;
  /** What the host provides. */
  readonly capabilities?: readonly string[];
}

/** Why a tool is off; undefined if it is on. */
export function offBecause(
  tool: AnyTool,
  { disabled = [], flags = {}, provider, capabilities }: Enablement,
): (Pick<PoolEntry, 'missing'> & { why: NonNullable<PoolEntry['why']> }) | undefined {
  const { name, featureFlag, supportedProviders } = tool;
  if (disabled.some((other) => other.toLowerCase() === name.toLowerCase())) return { why: 'settings' };
  if (featureFlag !== undefined && flags[featureFlag] !== true) return { why: 'feature flag', missing: featureFlag };
  if (provider !== undefined && supportedProviders?.length && !supportedProviders.includes(provider)) {
    return { why: 'provider', missing: provider };
  }
  const missing = capabilities && tool.capabilities.find((needed) => !capabilities.includes(needed));
  return missing === undefined ? undefined : { why: 'capability', missing };
}
