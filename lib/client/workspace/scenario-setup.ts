import type { Hook, RateLimits } from '@/lib/protocol';
import type { ScenarioSetup } from '@/lib/scenarios';
import type { PermissionRule } from '@/lib/tools/permissions';
import type { Settings } from '../settings/settings';

export const NO_SETUP: ScenarioSetup = {};

/** What a scenario sets for its thread; empty if there is no such scenario. */
export async function loadSetup(scenario: string | undefined): Promise<ScenarioSetup> {
  const { findScenario } = await import('@/lib/scenarios');
  return findScenario(scenario ?? '')?.setup ?? NO_SETUP;
}

/** The hooks in force: the person's own, followed by the scenario's. */
export const hooksOf = ({ tools: { hooks } }: Settings, setup: ScenarioSetup): readonly Hook[] =>
  setup.hooks ? [...hooks, ...setup.hooks] : hooks;

export function limitsOf({ tools: { limits } }: Settings, setup: ScenarioSetup): RateLimits {
  if (!setup.limits) return limits;
  return { ...limits, ...setup.limits, tools: { ...limits.tools, ...setup.limits.tools } };
}

export function rulesOf({ rules }: Settings, { rules: more }: ScenarioSetup): readonly PermissionRule[] {
  if (!more) return rules;
  const behaviors = ['allow', 'deny', 'ask'] as const;
  return [...rules, ...behaviors.flatMap((behavior) => (more[behavior] ?? []).map((rule) => ({ behavior, rule })))];
}
