import type { Discovery, Language, PermissionMode, Speed, ToolKind } from '@/lib/protocol';

/** What the page offers to choose from. Made on the server, so that none of its sources is sent to the browser. */
export interface Catalogue {
  scenarios: readonly ScenarioChoice[];
  models: readonly ModelChoice[];
  tools: readonly ToolChoice[];
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
  /** Under which it stands in the list. */
  group?: string;
}

export interface ModelChoice {
  id: string;
  title: string;
  needsKey: boolean;
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
  /** What its line in a lazy index costs. */
  lineTokens: number;
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

export const LANGUAGES: readonly { id: Language; title: string }[] = [
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
