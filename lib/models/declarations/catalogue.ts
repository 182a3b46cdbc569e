import { ADDRESSABLE_PROVIDERS, KEYED_PROVIDERS, type KeyedProvider } from '@/lib/protocol/keys';
import { providerOf } from './providers';

export type ModelId = 'scripted' | KeyedProvider | 'cassette' | 'careless' | 'human';

/** A model port adapter as people choose it. */
export interface ModelAdapter {
  /** `AgentOptions.model`. */
  id: ModelId;
  title: string;
  needsKey: boolean;
  /** The provider's own names to choose from, the default first; `AgentOptions.modelName`. */
  names: readonly string[];
  /** How its keys begin. */
  keyHint?: string;
  /** The environment variable of the server's own key. */
  keyVariable?: string;
  /** Whether a person may say where it is: `AgentOptions.baseURL`. */
  anywhere?: true;
}

/** Every adapter there is. */
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

/** Servers that speak like OpenAI, for people to begin with; `AgentOptions.baseURL`. */
export const SERVERS: readonly { title: string; baseURL: string }[] = [
  { title: 'Ollama, on this machine', baseURL: 'http://127.0.0.1:11434/v1' },
  { title: 'vLLM, on this machine', baseURL: 'http://127.0.0.1:8000/v1' },
  { title: 'DeepSeek', baseURL: 'https://api.deepseek.com/v1' },
  { title: 'OpenRouter', baseURL: 'https://openrouter.ai/api/v1' },
];

export const DEFAULT_MODEL: ModelId = 'scripted';

export const findModel = (id: string): ModelAdapter | undefined => MODELS.find((model) => model.id === id);

/** The provider's name of the model that the options choose; empty where they leave open which of a server they named. */
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
