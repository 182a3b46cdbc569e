import type { AgentOptions } from '@/lib/protocol';
import { findScenario } from '@/lib/scenarios';
import { anthropicModel } from './anthropic';
import { DEFAULT_MODEL, findModel, MODELS, type ModelId } from './forms/catalogue';
import { ModelError, type Model } from './model';
import { scriptedModel } from './scripted';

export * from './model';
export { MODELS } from './forms/catalogue';
export { countTokens, type CountOptions } from './count-tokens';
export { costOf } from './prices';

/** Keys of providers, for one request. */
export interface Secrets {
  anthropicKey?: string;
}

const ADAPTERS: Readonly<Record<ModelId, (options: AgentOptions, secrets: Secrets) => Model>> = {
  scripted: ({ scenario, speed = 'fast' }) => {
    if (scenario !== undefined && !findScenario(scenario)) {
      throw new ModelError('UNKNOWN_SCENARIO', `There is no scenario called "${scenario}".`);
    }
    return scriptedModel(speed);
  },
  anthropic: ({ modelName }, { anthropicKey }) => {
    if (!anthropicKey) throw new ModelError('KEY_REQUIRED', 'This model needs an Anthropic API key.');
    return anthropicModel({ apiKey: anthropicKey, name: modelName ?? MODELS[1].names[0] });
  },
};

/** Whether the model that a client chose works with a key. */
export const needsKey = ({ model }: AgentOptions): boolean => findModel(model ?? DEFAULT_MODEL)?.needsKey === true;

/**
 * The model that a client chose, the scripted one by default. Throws `ModelError`: `UNKNOWN_MODEL`, `UNKNOWN_SCENARIO` or
 * `KEY_REQUIRED`.
 */
export function createModel(options: AgentOptions, secrets: Secrets): Model {
  const id = options.model ?? DEFAULT_MODEL;
  const choice = findModel(id);
  if (!choice) throw new ModelError('UNKNOWN_MODEL', `There is no model called "${id}".`);
  return ADAPTERS[choice.id](options, secrets);
}
