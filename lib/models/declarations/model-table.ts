import type { AgentOptions, DialectName, ToolMode } from '@/lib/protocol';
import { KEYED_PROVIDERS } from '@/lib/protocol/keys';
import { DEFAULT_MODEL } from './catalogue';
import { providerOf } from './providers';

/** A model's defaults: whether it makes native calls, and which text syntax it knows from its training. */
export interface ToolDefaults {
  readonly mode: Exclude<ToolMode, 'auto'>;
  readonly dialect: DialectName;
}

/** Programs that play a scenario: they make native calls, whatever model name is given. */
const PLAYERS: ReadonlySet<string> = new Set(['scripted', 'careless']);

/** Small and old models without native calls, whoever serves them. */
const WITHOUT_CALLS = /gemma(?!-?[4-9])|tinyllama|phi-?[123](?!\d)|vicuna|llama-?2(?!\d)/i;

/** Matched against the provider's name of the model; the first match counts. */
const BY_NAME: readonly { readonly model: RegExp; readonly dialect: DialectName }[] = [
  { model: /qwen-?3-?coder|qwen-?3\.[5-9]/i, dialect: 'function' },
  { model: /qwen|qwq|hermes/i, dialect: 'json' },
  { model: /deepseek/i, dialect: 'dsml' },
  { model: /llama/i, dialect: 'function' },
  { model: /minimax/i, dialect: 'minimax' },
  { model: /glm/i, dialect: 'glm' },
  { model: /longcat/i, dialect: 'longcat' },
  { model: /claude/i, dialect: 'generic' },
];

const UNKNOWN: DialectName = 'xml';

/** The defaults of a provider's model. */
export function toolDefaults(provider: string, modelName: string): ToolDefaults {
  if (PLAYERS.has(provider)) return { mode: 'native', dialect: UNKNOWN };
  if (WITHOUT_CALLS.test(modelName)) return { mode: 'prompt', dialect: UNKNOWN };
  const keyed = KEYED_PROVIDERS.find((id) => id === provider);
  const own = keyed === undefined ? 'by-name' : providerOf(keyed).dialect;
  if (own !== 'by-name') return { mode: 'native', dialect: own };
  const named = BY_NAME.find(({ model }) => model.test(modelName));
  return { mode: 'native', dialect: named?.dialect ?? UNKNOWN };
}

/** How calls are made under these options: the person's choice, or the model's default. */
export function callingOf(
  { model = DEFAULT_MODEL, toolMode = 'auto', dialect = 'auto' }: AgentOptions,
  modelName: string,
): ToolDefaults {
  const defaults = toolDefaults(model, modelName);
  return {
    mode: toolMode === 'auto' ? defaults.mode : toolMode,
    dialect: dialect === 'auto' ? defaults.dialect : dialect,
  };
}
