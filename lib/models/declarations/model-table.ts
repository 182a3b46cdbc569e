import type { AgentOptions, DialectName, ToolMode } from '@/lib/protocol';
import { DEFAULT_MODEL } from './catalogue';

/** What a model does best where nobody chose: whether it has calls of its own, and which syntax it knows from its training. */
export interface ToolDefaults {
  readonly mode: Exclude<ToolMode, 'auto'>;
  readonly dialect: DialectName;
}

interface Row extends ToolDefaults {
  /** `AgentOptions.model`; every provider where left out. */
  readonly provider?: string;
  /** Looked for in the provider's name of the model. */
  readonly model: RegExp;
}

/** The first row that fits counts. Small and old models that cannot call natively come before their families. */
const ROWS: readonly Row[] = [
  { provider: 'scripted', model: /^/, mode: 'native', dialect: 'xml' },
  { provider: 'careless', model: /^/, mode: 'native', dialect: 'xml' },
  { provider: 'anthropic', model: /^/, mode: 'native', dialect: 'generic' },
  { model: /gemma(?!-?[4-9])|tinyllama|phi-?[123](?!\d)|vicuna|llama-?2(?!\d)/i, mode: 'prompt', dialect: 'xml' },
  { provider: 'gemini', model: /^/, mode: 'native', dialect: 'json' },
  { model: /qwen-?3-?coder|qwen-?3\.[5-9]/i, mode: 'native', dialect: 'function' },
  { model: /qwen|qwq|hermes/i, mode: 'native', dialect: 'json' },
  { model: /deepseek/i, mode: 'native', dialect: 'dsml' },
  { model: /llama/i, mode: 'native', dialect: 'function' },
  { model: /minimax/i, mode: 'native', dialect: 'minimax' },
  { model: /glm/i, mode: 'native', dialect: 'glm' },
  { model: /longcat/i, mode: 'native', dialect: 'longcat' },
  { model: /claude/i, mode: 'native', dialect: 'generic' },
  { model: /^/, mode: 'native', dialect: 'xml' },
];

const LAST: ToolDefaults = { mode: 'native', dialect: 'xml' };

/** The defaults of a provider's model. */
export function toolDefaults(provider: string, modelName: string): ToolDefaults {
  const row = ROWS.find((one) => (one.provider ?? provider) === provider && one.model.test(modelName)) ?? LAST;
  return { mode: row.mode, dialect: row.dialect };
}

/** How calls are made under these options: what a person chose, and the model's defaults for what they left open. */
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
