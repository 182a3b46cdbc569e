/** A model port adapter as people choose it. */
export interface ModelChoice {
  /** `AgentOptions.model`. */
  id: string;
  title: string;
  needsKey: boolean;
  /** The provider's own names to choose from, the default first; `AgentOptions.modelName`. */
  names: readonly string[];
}

/** Every adapter there is. */
export const MODELS = [
  { id: 'scripted', title: 'Scripted (offline)', needsKey: false, names: [] },
  {
    id: 'anthropic',
    title: 'Claude (Anthropic)',
    needsKey: true,
    names: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'],
  },
] as const satisfies readonly ModelChoice[];

export type ModelId = (typeof MODELS)[number]['id'];

export const DEFAULT_MODEL: ModelId = 'scripted';

export const findModel = (id: string): (typeof MODELS)[number] | undefined => MODELS.find((model) => model.id === id);
