import type { AgentOptions, Discovery, PermissionMode, Speed, ToolKind, ToolMode } from '@/lib/protocol';
import type { Messages } from '../messages/catalogues';
import type { Locale } from '../messages/locale';
import type { Text } from '../messages/text';

/** What the page offers to choose from. Built on the server, so that none of its sources is sent to the browser. */
export interface Catalogue {
  scenarios: readonly ScenarioChoice[];
  models: readonly ModelChoice[];
  tools: readonly ToolChoice[];
  /** The presets that tools can have. */
  presets: readonly { id: string; title: string }[];
  /** Tokens of the text around a lazy index. */
  indexTokens: number;
}

/** The texts of a scenario. */
export interface ScenarioLabels {
  title: string;
  /** What it teaches. */
  summary: string;
  /** The person's message. */
  prompt: string;
}

export interface ScenarioChoice extends ScenarioLabels {
  id: string;
  /** The same in languages other than English. */
  translated?: Readonly<Partial<Record<Locale, ScenarioLabels>>>;
  /** By preset: which of its needs the preset lacks, and a scenario that can be played instead. */
  unplayable?: Readonly<Record<string, { lacks: readonly string[]; instead?: string }>>;
  /** Its group in the list. */
  group?: ScenarioGroup;
  /** The names of the tools that it needs. */
  tools?: readonly string[];
  /** How long a run takes. */
  length?: ScenarioLength;
}

export type ScenarioGroup = Extract<keyof Messages['scenarios'], `group${string}`>;
export type ScenarioLength = Extract<keyof Messages['scenarios'], `length${string}`>;

/** The texts of a scenario in a language. */
export const scenarioLabels = (scenario: ScenarioChoice, locale: Locale): ScenarioLabels =>
  scenario.translated?.[locale] ?? scenario;

export interface ModelChoice {
  id: string;
  title: string;
  needsKey: boolean;
  /** Suggested names, the default first. */
  names: readonly string[];
  /** The prefix of its keys. */
  keyHint?: string;
  /** The environment variable for the server's own key. */
  keyVariable?: string;
  /** Whether a person may set its address. */
  anywhere?: true;
}

export interface ToolChoice {
  name: string;
  title: string;
  kind: ToolKind;
  readOnly: boolean;
  description: string;
  /** The model sees its form in every turn, whatever the kind of discovery. */
  alwaysActive: boolean;
  /** The cost of its form in each request; accurate to within 10 %. */
  tokens: number;
  /** Its category in a lazy index. */
  category: string;
  /** The cost of its line in a lazy index. */
  lineTokens: number;
  /** The cost of its category's line in a lazy index, counted once for all tools of the category. */
  categoryTokens: number;
}

export type SandboxChoice = 'embedded' | 'webcontainer' | 'auto';

/** One of a few options, with its message keys. */
export interface Choice<Id extends string> {
  readonly id: Id;
  readonly title: ChoiceKey;
  readonly explains?: ChoiceKey;
}
type ChoiceKey = keyof Messages['choices'];

/** Models without a provider have translated titles; a provider's models keep their names. */
const MODEL_TITLES: Readonly<Record<string, ChoiceKey>> = {
  scripted: 'modelScripted',
  cassette: 'modelCassette',
  careless: 'modelCareless',
  human: 'modelHuman',
};

/** The models with their titles in a language. */
export const modelChoices = <M extends Pick<ModelChoice, 'id' | 'title'>>(
  text: Text<'choices'>,
  models: readonly M[],
): readonly M[] =>
  models.map((model) => {
    const title = MODEL_TITLES[model.id];
    return title ? { ...model, title: text(title) } : model;
  });

/** The permission modes that a person can choose. */
export const MODES: readonly Choice<PermissionMode>[] = [
  { id: 'default', title: 'modeDefault', explains: 'modeDefaultExplains' },
  { id: 'acceptEdits', title: 'modeAcceptEdits', explains: 'modeAcceptEditsExplains' },
  { id: 'plan', title: 'modePlan', explains: 'modePlanExplains' },
  { id: 'dontAsk', title: 'modeDontAsk', explains: 'modeDontAskExplains' },
  { id: 'auto', title: 'modeAuto', explains: 'modeAutoExplains' },
  { id: 'bypassPermissions', title: 'modeBypass', explains: 'modeBypassExplains' },
];

export const DISCOVERIES: readonly Choice<Discovery>[] = [
  { id: 'full', title: 'discoveryFull' },
  { id: 'lazy', title: 'discoveryLazy' },
  { id: 'deferred', title: 'discoveryDeferred' },
];

export const TOOL_MODES: readonly Choice<ToolMode>[] = [
  { id: 'auto', title: 'callsAuto' },
  { id: 'native', title: 'callsNative' },
  { id: 'prompt', title: 'callsPrompt' },
];

export const SPEEDS: readonly Choice<Speed>[] = [
  { id: 'instant', title: 'speedInstant' },
  { id: 'fast', title: 'speedFast' },
  { id: 'typing', title: 'speedTyping' },
];

export const SANDBOXES: readonly Choice<SandboxChoice>[] = [
  { id: 'embedded', title: 'sandboxEmbedded' },
  { id: 'webcontainer', title: 'sandboxWebContainer' },
  { id: 'auto', title: 'sandboxAuto' },
];

/** The dialects, named as their models name them. */
export const DIALECTS: readonly { id: NonNullable<AgentOptions['dialect']>; title?: string }[] = [
  { id: 'auto' },
  { id: 'xml', title: 'XML: <tool_call>' },
  { id: 'json', title: 'JSON: Hermes, Qwen' },
  { id: 'function', title: '<function=…>: Qwen3-Coder, Llama' },
  { id: 'dsml', title: 'DSML: DeepSeek' },
  { id: 'minimax', title: 'MiniMax' },
  { id: 'glm', title: 'GLM' },
  { id: 'longcat', title: 'Longcat' },
  { id: 'generic', title: 'Generic: <function_calls>' },
];
