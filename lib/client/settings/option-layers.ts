import { AgentOptionsSchema, type AgentOptions, type PermissionMode } from '@/lib/protocol';

/** A thread's options by who set them, weakest first. */
export interface OptionLayers {
  /** The preset's defaults. */
  readonly start: AgentOptions;
  /** Set by the link, or chosen by the person. */
  readonly base: AgentOptions;
  /** Set by the scenario, until the person chooses otherwise. */
  readonly over: AgentOptions;
  /** For the current thread only. */
  readonly overruled: AgentOptions;
  /** Set by the link, or chosen before there was a thread; choosing another scenario ends it. */
  readonly mode: PermissionMode;
}

/** The options that a preset has defaults for. */
export type PresetDefaults = Pick<AgentOptions, 'discovery' | 'guardPatience' | 'language'>;

/** The options in force: a later layer wins. */
export function optionsOf({ start, base, over, overruled }: OptionLayers): AgentOptions {
  const { language } = start;
  const begun = base.preset === undefined ? { ...(language && { language }) } : start;
  return { ...begun, ...base, ...over, ...overruled };
}

/** Sets the preset's defaults. */
export const withStart = (
  layers: OptionLayers,
  { discovery, guardPatience, language }: PresetDefaults,
): OptionLayers => ({
  ...layers,
  start: {
    ...(discovery && { discovery }),
    ...(guardPatience !== undefined && { guardPatience }),
    ...(language && { language }),
  },
});

/** Applies a person's choice. */
export function withOptions(layers: OptionLayers, change: AgentOptions): OptionLayers {
  const { base, over, overruled } = layers;
  // Another preset starts with its own defaults.
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

/** Drops what applied to the last thread only, including a replayed recording. */
export const forNextThread = (layers: OptionLayers): OptionLayers => ({
  ...layers,
  overruled: {},
  ...(layers.base.model === 'cassette' && { base: { ...layers.base, model: undefined } }),
});

/** Another scenario is chosen: drops what the last one set, and the mode if there was a scenario before. */
export const forScenario = (layers: OptionLayers, scenario: string, mode: PermissionMode): OptionLayers => ({
  ...layers,
  ...(layers.base.scenario !== undefined && { mode }),
  base: { ...layers.base, scenario },
  over: {},
});

/**
 * Adds the options of the scenario that came with a link. Options in the link are deliberate, and the scenario does not override
 * them. But a link that was made while the scenario's mode was in force only repeats that mode, which must not outlast the
 * scenario.
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

/** Applies the stored options of a resumed thread, except the language, which is the reader's. */
export const withStored = (layers: OptionLayers, stored: AgentOptions): OptionLayers => ({
  ...layers,
  base: { ...layers.base, ...without(stored, { language: undefined }) },
  over: {},
});

/**
 * Adds the options of a resumed thread's scenario. Stored options that equal the scenario's count as its own, and end with it.
 */
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

/** The options without those that are in `others`. */
const without = (options: AgentOptions, others: object): AgentOptions =>
  AgentOptionsSchema.parse(
    Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(others, name))),
  );
