import { ADDRESSABLE_PROVIDERS, KEYED_PROVIDERS, type KeyedProvider } from '@/lib/protocol/keys';
import { providerOf } from './providers';

export type ModelId = 'scripted' | KeyedProvider | 'cassette' | 'careless' | 'human';

/** A model port adapter, as people choose it. */
interface ModelAdapter {
  /** Value of `AgentOptions.model`. */
  id: ModelId;
  title: string;
  needsKey: boolean;
  /** Values of `AgentOptions.modelName`: the provider's own names, the default first. */
  names: readonly string[];
  /** How its keys begin. */
  keyHint?: string;
  /** The environment variable with the server's own key. */
  keyVariable?: string;
  /** Whether a person may set its address, in `AgentOptions.baseURL`. */
  anywhere?: true;
}

/** All adapters. */
export const MODELS: readonly ModelAdapter[] = [
  { id: 'scripted', title: 'Scripted (offline)', needsKey: false, names: [] },
  ...KEYED_PROVIDERS.map((id): ModelAdapter => {
    const { title, names, keyHint, keyVariable } = providerOf(id);
    const anywhere = ADDRESSABLE_PROVIDERS.includes(id);
    return { id, title, needsKey: true, names, keyHint, keyVariable, ...(anywhere && { anywhere }) };
  }),
  { id: 'cassette', title: 'Replay a cassette', needsKey: false, names: [] },
  { id: 'careless', title: 'Careless (a program)', needsKey: false, names: [] },
  { id: 'human', title: 'You are the model', needsKey: false, names: [] },
];

/** OpenAI-compatible servers to start from; values of `AgentOptions.baseURL`. */
export const SERVERS: readonly { title: string; baseURL: string }[] = [
  { title: 'Ollama, on this machine', baseURL: 'http://127.0.0.1:11434/v1' },
  { title: 'vLLM, on this machine', baseURL: 'http://127.0.0.1:8000/v1' },
  { title: 'DeepSeek', baseURL: 'https://api.deepseek.com/v1' },
  { title: 'OpenRouter', baseURL: 'https://openrouter.ai/api/v1' },
];

export const DEFAULT_MODEL: ModelId = 'scripted';

export const findModel = (id: string): ModelAdapter | undefined => MODELS.find((model) => model.id === id);

/** The provider's name of the chosen model; empty if the options name a server but no model. */
export function modelNameOf({
  model,
  modelName,
  baseURL,
}: {
  model?: string;
  modelName?: string;
  baseURL?: string;
}): string {
  if (modelName) return modelName;
  const choice = findModel(model ?? DEFAULT_MODEL);
  return choice && !(choice.id === 'openai' && baseURL) ? (choice.names[0] ?? '') : '';
}
