import type { AgentOptions, Discovery, Language, PermissionMode, Speed, ToolKind, ToolMode } from '@/lib/protocol';

/** What the page offers to choose from. Made on the server, so that none of its sources is sent to the browser. */
export interface Catalogue {
  scenarios: readonly ScenarioChoice[];
  models: readonly ModelChoice[];
  tools: readonly ToolChoice[];
  /** Ids of the designs that tools may have. */
  presets: readonly string[];
  /** Tokens of the words around a lazy index. */
  indexTokens: number;
}

export interface ScenarioChoice {
  id: string;
  title: string;
  /** What it teaches. */
  summary: string;
  /** What the person says. */
  prompt: string;
  /** Why it cannot be played with a design of tools, and what can, by the design. */
  unplayable?: Readonly<Record<string, { reason: string; instead?: { id: string; title: string } }>>;
  /** Under which it stands in the list. */
  group?: string;
}

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

/** The modes a person may choose, in the words of the page. */
export const MODES: readonly { id: PermissionMode; title: string; explains: string }[] = [
  { id: 'default', title: 'Ask before edits', explains: 'Reads run at once; everything else waits for you.' },
  { id: 'acceptEdits', title: 'Accept edits', explains: 'Reads and file edits run at once; commands wait for you.' },
  { id: 'plan', title: 'Plan only', explains: 'Reads run at once; whatever would change something is refused.' },
  {
    id: 'dontAsk',
    title: 'Refuse, never ask',
    explains: 'What would wait for you is refused, unless a rule allows it.',
  },
  { id: 'auto', title: 'Ask about danger', explains: 'Everything runs at once; what is dangerous waits for you.' },
  { id: 'bypassPermissions', title: 'Never ask', explains: 'Everything runs at once, except what is always refused.' },
];

export const DISCOVERIES: readonly { id: Discovery; title: string; explains: string }[] = [
  { id: 'full', title: 'Full', explains: 'The model sees every form in every turn.' },
  { id: 'lazy', title: 'Lazy', explains: 'The model sees a line of each tool, and searches for the forms it needs.' },
  {
    id: 'deferred',
    title: 'Deferred',
    explains: 'All forms go to the provider, which shows those its own search finds.',
  },
];

export const TOOL_MODES: readonly { id: ToolMode; title: string; explains: string }[] = [
  { id: 'auto', title: 'Automatic', explains: 'As the model is known to do best.' },
  { id: 'native', title: 'Native', explains: 'In the provider’s own form of calls.' },
  { id: 'prompt', title: 'In the prompt', explains: 'In a dialect of text that the model is taught.' },
];

export const DIALECTS: readonly { id: NonNullable<AgentOptions['dialect']>; title: string }[] = [
  { id: 'auto', title: 'The model’s own' },
  { id: 'xml', title: 'XML: <tool_call>' },
  { id: 'json', title: 'JSON: Hermes, Qwen' },
  { id: 'function', title: '<function=…>: Qwen3-Coder, Llama' },
  { id: 'dsml', title: 'DSML: DeepSeek' },
  { id: 'minimax', title: 'MiniMax' },
  { id: 'glm', title: 'GLM' },
  { id: 'longcat', title: 'Longcat' },
  { id: 'generic', title: 'Generic: <function_calls>' },
];

export const LANGUAGES: readonly { id: Language | 'auto'; title: string }[] = [
  { id: 'auto', title: 'As the design speaks' },
  { id: 'en', title: 'English' },
  { id: 'zh', title: '中文' },
];

export const SPEEDS: readonly { id: Speed; title: string }[] = [
  { id: 'instant', title: 'Instant' },
  { id: 'fast', title: 'Fast' },
  { id: 'typing', title: 'Typing pace' },
];

export const SANDBOXES: readonly { id: SandboxChoice; title: string; explains: string }[] = [
  { id: 'embedded', title: 'Embedded', explains: 'Runs in this tab, offline. The default.' },
  { id: 'webcontainer', title: 'WebContainer', explains: 'StackBlitz’s runtime. Needs its servers.' },
  { id: 'auto', title: 'Automatic', explains: 'WebContainer if it answers, embedded if not.' },
];
