import type { AgentOptions, Discovery, PermissionMode, Speed, ToolKind, ToolMode } from '@/lib/protocol';
import type { Messages } from '../messages/catalogues';
import type { Locale } from '../messages/locale';
import type { Text } from '../messages/text';

/** What the page offers to choose from. Made on the server, so that none of its sources is sent to the browser. */
export interface Catalogue {
  scenarios: readonly ScenarioChoice[];
  models: readonly ModelChoice[];
  tools: readonly ToolChoice[];
  /** The designs that tools may have. */
  presets: readonly { id: string; title: string }[];
  /** Tokens of the words around a lazy index. */
  indexTokens: number;
}

/** What is said of a scenario. */
export interface ScenarioLabels {
  title: string;
  /** What it teaches. */
  summary: string;
  /** What the person says. */
  prompt: string;
}

export interface ScenarioChoice extends ScenarioLabels {
  id: string;
  /** The same in other languages than English. */
  translated?: Readonly<Partial<Record<Locale, ScenarioLabels>>>;
  /** What of its needs a design of tools lacks, and the scenario that can be played in its place, by the design. */
  unplayable?: Readonly<Record<string, { lacks: readonly string[]; instead?: string }>>;
  /** Under which it stands in the list. */
  group?: ScenarioGroup;
  /** Names of the tools that it cannot do without. */
  tools?: readonly string[];
  /** How long a run takes. */
  length?: ScenarioLength;
}

export type ScenarioGroup = Extract<keyof Messages['scenarios'], `group${string}`>;
export type ScenarioLength = Extract<keyof Messages['scenarios'], `length${string}`>;

/** What is said of a scenario in a language. */
export const scenarioLabels = (scenario: ScenarioChoice, locale: Locale): ScenarioLabels =>
  scenario.translated?.[locale] ?? scenario;

export interface ModelChoice {
  id: string;
  title: string;
  needsKey: boolean;
  /** Names to choose from, the default first. */
  names: readonly string[];
  /** How its keys begin. */
  keyHint?: string;
  /** The environment variable of the server's own key. */
  keyVariable?: string;
  /** Whether a person may say where it is. */
  anywhere?: true;
}

export interface ToolChoice {
  name: string;
  title: string;
  kind: ToolKind;
  readOnly: boolean;
  description: string;
  /** The model sees its form in every turn, whatever the discovery. */
  alwaysActive: boolean;
  /** What its form costs in each request; right to within 10 %. */
  tokens: number;
  /** Under which it stands in a lazy index. */
  category: string;
  /** What its line in a lazy index costs. */
  lineTokens: number;
  /** What the line of its category costs there, once for all tools of the category. */
  categoryTokens: number;
}

export type SandboxChoice = 'embedded' | 'webcontainer' | 'auto';

/** One of a few, by the keys of its messages. */
export interface Choice<Id extends string> {
  readonly id: Id;
  readonly title: ChoiceKey;
  readonly explains?: ChoiceKey;
}
type ChoiceKey = keyof Messages['choices'];

/** Models that are no provider's are called by words; a provider's keep their names. */
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

/** The modes a person may choose. */
export const MODES: readonly Choice<PermissionMode>[] = [
  { id: 'default', title: 'modeDefault', explains: 'modeDefaultExplains' },
  { id: 'acceptEdits', title: 'modeAcceptEdits', explains: 'modeAcceptEditsExplains' },
  { id: 'plan', title: 'modePlan', explains: 'modePlanExplains' },
  { id: 'dontAsk', title: 'modeDontAsk', explains: 'modeDontAskExplains' },
  { id: 'auto', title: 'modeAuto', explains: 'modeAutoExplains' },
  { id: 'bypassPermissions', title: 'modeBypass', explains: 'modeBypassExplains' },
];

export const DISCOVERIES: readonly Choice<Discovery>[] = [
  { id: 'full', title: 'discoveryFull', explains: 'discoveryFullExplains' },
  { id: 'lazy', title: 'discoveryLazy', explains: 'discoveryLazyExplains' },
  { id: 'deferred', title: 'discoveryDeferred', explains: 'discoveryDeferredExplains' },
];

export const TOOL_MODES: readonly Choice<ToolMode>[] = [
  { id: 'auto', title: 'callsAuto', explains: 'callsAutoExplains' },
  { id: 'native', title: 'callsNative', explains: 'callsNativeExplains' },
  { id: 'prompt', title: 'callsPrompt', explains: 'callsPromptExplains' },
];

export const SPEEDS: readonly Choice<Speed>[] = [
  { id: 'instant', title: 'speedInstant' },
  { id: 'fast', title: 'speedFast' },
  { id: 'typing', title: 'speedTyping' },
];

export const SANDBOXES: readonly Choice<SandboxChoice>[] = [
  { id: 'embedded', title: 'sandboxEmbedded', explains: 'sandboxEmbeddedExplains' },
  { id: 'webcontainer', title: 'sandboxWebContainer', explains: 'sandboxWebContainerExplains' },
  { id: 'auto', title: 'sandboxAuto', explains: 'sandboxAutoExplains' },
];

/** The dialects of calls in text, by the names that their models gave them. */
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
