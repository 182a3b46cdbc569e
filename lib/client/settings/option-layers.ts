import { AgentOptionsSchema, type AgentOptions, type PermissionMode } from '@/lib/protocol';

/** A thread's options by who set them, the weakest first. */
export interface OptionLayers {
  /** What the design of the tools begins with. */
  readonly start: AgentOptions;
  /** The link's, and what a person chose. */
  readonly base: AgentOptions;
  /** The scenario's, until the person says otherwise. */
  readonly over: AgentOptions;
  /** What holds for the present thread only. */
  readonly overruled: AgentOptions;
  /** The link's, or chosen before there was a thread; it ends with the choice of another scenario. */
  readonly mode: PermissionMode;
}

/** The options in force: a later layer wins. */
export function optionsOf({ start, base, over, overruled }: OptionLayers): AgentOptions {
  const { language } = start;
  const begun = base.preset === undefined ? { ...(language && { language }) } : start;
  return { ...begun, ...base, ...over, ...overruled };
}

/** The same where it says nothing new. */
export function withStart(
  layers: OptionLayers,
  { discovery, guardPatience, language }: Pick<AgentOptions, 'discovery' | 'guardPatience' | 'language'>,
): OptionLayers {
  const { start } = layers;
  if (start.discovery === discovery && start.guardPatience === guardPatience && start.language === language) {
    return layers;
  }
  return {
    ...layers,
    start: {
      ...(discovery && { discovery }),
      ...(guardPatience !== undefined && { guardPatience }),
      ...(language && { language }),
    },
  };
}

/** A person chose. */
export function withOptions(layers: OptionLayers, change: AgentOptions): OptionLayers {
  const { base, over, overruled } = layers;
  // Another design begins in its own way.
  const another = change.preset !== undefined && change.preset !== base.preset;
  const kept = another ? without(base, { discovery: undefined, guardPatience: undefined, language: undefined }) : base;
  return {
    ...layers,
    base: { ...kept, ...change },
    over: without(over, change),
    overruled: without(overruled, change),
  };
}

export const withMode = (layers: OptionLayers, mode: PermissionMode): OptionLayers => ({
  ...layers,
  mode,
  over: without(layers.over, { mode }),
  overruled: without(layers.overruled, { mode }),
});

/** What a thread replayed stays with it, and so does what held for it alone. */
export const forNextThread = (layers: OptionLayers): OptionLayers => ({
  ...layers,
  overruled: {},
  ...(layers.base.model === 'cassette' && { base: { ...layers.base, model: undefined } }),
});

/** Another scenario is chosen: what the last one set is forgotten, and so is a mode, where there was one. */
export const forScenario = (layers: OptionLayers, scenario: string, mode: PermissionMode): OptionLayers => ({
  ...layers,
  ...(layers.base.scenario !== undefined && { mode }),
  base: { ...layers.base, scenario },
  over: {},
});

/**
 * The scenario that came with a link says its options. What the link says outright is meant: a scenario does not overrule it. But a
 * link that was made while a scenario's mode held says no more than the scenario does, and must not outlast it.
 */
export function withScenarioOfLink(
  layers: OptionLayers,
  options: AgentOptions,
  link: AgentOptions,
  mode: PermissionMode,
): OptionLayers {
  const same = options.mode !== undefined && options.mode === link.mode;
  return {
    ...layers,
    ...(same && { mode }),
    over: { ...without(options, link), ...(same && { mode: options.mode }) },
  };
}

/** A thread is gone on with, which has these options, in the language of who reads it. */
export const withStored = (layers: OptionLayers, stored: AgentOptions): OptionLayers => ({
  ...layers,
  base: { ...layers.base, ...without(stored, { language: undefined }) },
  over: {},
});

/** The scenario of such a thread says its options. What they have in common is the scenario's, and ends with it. */
export const withScenarioOfThread = (
  layers: OptionLayers,
  options: AgentOptions,
  stored: AgentOptions,
  before: AgentOptions,
): OptionLayers => ({
  ...layers,
  over: without(stored, without(stored, options)),
  base: { ...without(layers.base, options), ...without(before, without(before, options)) },
});

/** The options that `others` says nothing of. */
const without = (options: AgentOptions, others: object): AgentOptions =>
  AgentOptionsSchema.parse(
    Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(others, name))),
  );
