import { ModelError, type Model } from '@/lib/models/model';

export interface ModelOptions {
  /** A model of Anthropic's by its name, such as `claude-sonnet-5-5`, or anything that speaks the model port. */
  readonly model: string | Model;
  /** Needed for a model that is given by its name. */
  readonly apiKey?: string;
  /** Used for every request to the provider, in place of the global one. */
  readonly fetch?: typeof fetch;
}

/** The model an agent asks; a provider's adapter and its SDK are loaded when they are first needed. */
export async function loadModel({ model, apiKey, fetch }: ModelOptions): Promise<Model> {
  if (typeof model !== 'string') return model;
  if (!apiKey) throw new ModelError('KEY_REQUIRED', `The model ${model} needs an API key.`);
  const { anthropicModel } = await import('@/lib/models/anthropic');
  return anthropicModel({ apiKey, name: model, fetch, inBrowser: true });
}
