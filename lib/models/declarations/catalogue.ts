/** A model port adapter as people choose it. */
export interface ModelChoice {
  /** `AgentOptions.model`. */
  id: string;
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
export const MODELS = [
  { id: 'scripted', title: 'Scripted (offline)', needsKey: false, names: [] },
  {
    id: 'anthropic',
    title: 'Claude (Anthropic)',
    needsKey: true,
    names: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'],
    keyHint: 'sk-ant-…',
    keyVariable: 'ANTHROPIC_API_KEY',
    anywhere: true,
  },
  {
    id: 'openai',
    title: 'OpenAI-compatible',
    needsKey: true,
    names: ['gpt-6-sol', 'gpt-6-luna', 'gpt-5.6-terra'],
    keyHint: 'sk-…',
    keyVariable: 'OPENAI_API_KEY',
    anywhere: true,
  },
  {
    id: 'gemini',
    title: 'Gemini (Google)',
    needsKey: true,
    names: ['gemini-3.8-flash', 'gemini-3.5-flash', 'gemini-3.1-pro-preview'],
    keyHint: 'AIza…',
    keyVariable: 'GEMINI_API_KEY',
  },
  { id: 'cassette', title: 'Replay a cassette', needsKey: false, names: [] },
  { id: 'careless', title: 'Careless (a program)', needsKey: false, names: [] },
  { id: 'human', title: 'You are the model', needsKey: false, names: [] },
] as const satisfies readonly ModelChoice[];

/** Servers that speak like OpenAI, for people to begin with; `AgentOptions.baseURL`. */
export const SERVERS: readonly { title: string; baseURL: string }[] = [
  { title: 'Ollama, on this machine', baseURL: 'http://127.0.0.1:11434/v1' },
  { title: 'vLLM, on this machine', baseURL: 'http://127.0.0.1:8000/v1' },
  { title: 'DeepSeek', baseURL: 'https://api.deepseek.com/v1' },
  { title: 'OpenRouter', baseURL: 'https://openrouter.ai/api/v1' },
];

export type ModelId = (typeof MODELS)[number]['id'];

export const DEFAULT_MODEL: ModelId = 'scripted';

export const findModel = (id: string): (typeof MODELS)[number] | undefined => MODELS.find((model) => model.id === id);

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
