import {
  type Language,
  type AgentOptions,
  type Hook,
  type PermissionMode,
  type RateLimits,
  PermissionModeSchema,
} from '@/lib/protocol';
import type { ScenarioSetup } from '@/lib/scenarios';
import type { PermissionRule } from '@/lib/tools/permissions';
import {
  forNextThread,
  forScenario,
  optionsOf,
  withMode,
  withOptions,
  withScenarioOfLink,
  withScenarioOfThread,
  withStart,
  withStored,
  type OptionLayers,
  type PresetDefaults,
} from './option-layers';
import {
  loadSettings,
  saveSettings,
  withoutRule,
  type PageStorage,
  type BrowserSettings,
  type ThreadPolicy,
  PermissionRuleSchema,
} from './settings';
import type { RuleScope, SavedRule } from '../state';
import { ToolSettingsSchema, type ToolSettings } from './tool-settings';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';

/** The settings in force: the person's, the link's, and those of the current scenario for its thread. */
export interface CurrentSettings {
  /** The person's own settings, kept in this browser. */
  readonly own: BrowserSettings;
  readonly setup: ScenarioSetup;
  readonly options: AgentOptions;
  /** The current thread's mode; before there is a thread, the mode in which it will start. */
  readonly mode: PermissionMode;
  /** The mode in which the next thread starts. */
  readonly startMode: PermissionMode;
  /** The rules that a person saved: everywhere, and for the current thread. */
  readonly saved: readonly SavedRule[];
  /** The saved rules and the scenario's. */
  rules(): readonly PermissionRule[];
  hooks(): readonly Hook[];
  limits(): RateLimits;
  /** Resolves when the current scenario's setup is in force. */
  ready(): Promise<void>;
  /** A new thread begins. A different scenario brings its own setup, and the settings of the previous one are dropped. */
  begin(scenario?: string): void;
  /**
   * Sets options for the current thread only, with precedence over those of the person and the scenario; a new thread or a
   * choice ends them.
   */
  overrule(options: AgentOptions): void;
  /** Uses the stored options of a thread that is resumed. */
  adopt(stored: AgentOptions): void;
  /** Sets the preset's defaults; settings of the person or the link take precedence. */
  startWith(behaviour: PresetDefaults): void;
  setOptions(change: AgentOptions): void;
  /** For the current thread; before there is one, for the next thread. */
  setMode(mode: PermissionMode): void;
  /** For all threads that start from now on. */
  setStartMode(mode: PermissionMode): void;
  setTools(change: Partial<ToolSettings>): void;
  /** Before there is a thread, a rule for the thread applies to all threads. */
  addRule(rule: PermissionRule, scope: RuleScope): void;
  removeRule(rule: PermissionRule, scope: RuleScope): void;
  /** The language of runs; undefined if the preset decides. */
  language(): Language | undefined;
  /** The language of a run that began in another page and goes on here; undefined once a person begins another. */
  keepLanguage(ofRun: Language | undefined): void;
  setPageLanguage(language: Language): void;
  /** Called when the settings of the thread alone have changed. */
  follow(): void;
}

interface CurrentSettingsOptions {
  storage: PageStorage;
  /** Options of the first thread. */
  first: AgentOptions;
  /** The language of the page. */
  language: Language;
  policy: ThreadPolicy;
  onChange: () => void;
}

export function createCurrentSettings({
  storage,
  first,
  language: atFirst,
  policy,
  onChange,
}: CurrentSettingsOptions): CurrentSettings {
  let own = loadSettings(storage);
  let pageLanguage = atFirst;
  let runLanguage: Language | undefined;
  const chosen = createCurrentOptions(first, () => own.mode, onChange);
  const remembered = rememberInForce();
  const inForce = (): InForce => remembered(own, chosen.setups[language() ?? 'en'], policy.rules);
  const language = (): Language | undefined => {
    const { language: wanted } = own.tools;
    if (wanted !== 'auto') return wanted;
    return runLanguage ?? (chosen.options.preset ? undefined : pageLanguage);
  };
  const decide = (change: Partial<BrowserSettings>) => {
    own = { ...own, ...change };
    saveSettings(storage, own);
    onChange();
  };

  return {
    get own() {
      return own;
    },
    get setup() {
      return chosen.setups[language() ?? 'en'];
    },
    get options() {
      return chosen.options;
    },
    get mode() {
      return policy.mode ?? chosen.layers.overruled.mode ?? chosen.startMode;
    },
    get startMode() {
      return chosen.startMode;
    },
    get saved() {
      return inForce().saved;
    },
    rules: () => inForce().rules,
    hooks: () => inForce().hooks,
    limits: () => inForce().limits,
    ready: chosen.ready,
    begin: chosen.begin,
    overrule: chosen.overrule,
    adopt: chosen.adopt,
    startWith: chosen.startWith,
    setOptions: chosen.setOptions,
    setMode(mode) {
      if (policy.setMode(mode)) return;
      chosen.setMode(mode);
      onChange();
    },
    setStartMode(mode) {
      chosen.setMode(mode);
      decide({ mode });
    },
    setTools: (change) => decide({ tools: ToolSettingsSchema.parse({ ...own.tools, ...change }) }),
    addRule(rule, scope) {
      if (scope === 'thread' && policy.addRule(rule)) return;
      decide({ rules: [...withoutRule(own.rules, rule), rule] });
    },
    removeRule(rule, scope) {
      if (scope === 'thread') policy.removeRule(rule);
      else decide({ rules: withoutRule(own.rules, rule) });
    },
    language,
    keepLanguage: (ofRun) => (runLanguage = ofRun),
    setPageLanguage(given) {
      pageLanguage = given;
      onChange();
    },
    follow: onChange,
  };
}

/** The same objects until one of the settings changes. */
function rememberInForce(): typeof inForceOf {
  let known: ({ own: BrowserSettings; setup: ScenarioSetup; ofThread: ThreadPolicy['rules'] } & InForce) | undefined;
  return (own, setup, ofThread) => {
    if (known?.own === own && known.setup === setup && known.ofThread === ofThread) return known;
    known = { own, setup, ofThread, ...inForceOf(own, setup, ofThread) };
    return known;
  };
}

/** The options in force, and the setup of the current scenario. `ownMode`: the mode in which the person's threads start. */
function createCurrentOptions(first: AgentOptions, ownMode: () => PermissionMode, onChange: () => void) {
  let layers: OptionLayers = { start: {}, base: first, over: {}, overruled: {}, mode: first.mode ?? ownMode() };
  let options = optionsOf(layers);
  let setups = NO_SETUPS;
  let ready: Promise<void> = Promise.resolve();
  const put = (next: OptionLayers) => {
    layers = next;
    options = optionsOf(layers);
  };
  const become = (next: OptionLayers) => {
    put(next);
    onChange();
  };
  /** Loads the scenario's setup and applies its options, unless another scenario was chosen meanwhile. */
  const enter = (next: OptionLayers, take: (options: AgentOptions) => OptionLayers) => {
    put(next);
    const { scenario } = layers.base;
    setups = NO_SETUPS;
    ready = loadSetups(scenario).then(
      (found) => {
        if (layers.base.scenario !== scenario) return;
        setups = found;
        become(take(found.en.options ?? {}));
      },
      () => undefined,
    );
  };
  const choose = (scenario: string) => {
    if (scenario === layers.base.scenario) return;
    enter(forScenario(layers, scenario, ownMode()), (over) => ({ ...layers, over }));
  };
  enter(layers, (found) => withScenarioOfLink(layers, found, first, ownMode()));

  return {
    get layers() {
      return layers;
    },
    get options() {
      return options;
    },
    get setups() {
      return setups;
    },
    get startMode(): PermissionMode {
      return layers.over.mode ?? layers.mode;
    },
    ready: () => ready,
    begin(scenario?: string) {
      put(forNextThread(layers));
      if (scenario !== undefined) choose(scenario);
    },
    overrule: (overruled: AgentOptions) => become({ ...layers, overruled }),
    adopt(stored: AgentOptions) {
      const { base: before } = layers;
      enter(withStored(layers, stored), (found) => withScenarioOfThread(layers, found, stored, before));
    },
    startWith(behaviour: PresetDefaults) {
      const { start } = layers;
      const { discovery, guardPatience, language } = behaviour;
      if (start.discovery === discovery && start.guardPatience === guardPatience && start.language === language) return;
      put(withStart(layers, behaviour));
    },
    setOptions(change: AgentOptions) {
      if (change.scenario !== undefined) choose(change.scenario);
      become(withOptions(layers, change));
    },
    /** Does not notify. */
    setMode: (mode: PermissionMode) => put(withMode(layers, mode)),
  };
}

/** What follows from the settings of the person, the scenario and the thread. */
interface InForce {
  readonly saved: readonly SavedRule[];
  readonly rules: readonly PermissionRule[];
  readonly hooks: readonly Hook[];
  readonly limits: RateLimits;
}

const inForceOf = (own: BrowserSettings, setup: ScenarioSetup, ofThread: readonly PermissionRule[]): InForce => ({
  saved: [
    ...own.rules.map((rule): SavedRule => ({ ...rule, scope: 'everywhere' })),
    ...ofThread.map((rule): SavedRule => ({ ...rule, scope: 'thread' })),
  ],
  rules: [...ofThread, ...rulesOf(own, setup)],
  hooks: hooksOf(own, setup),
  limits: limitsOf(own, setup),
});

/** What a scenario sets for its thread, by the language of its runs. */
type Setups = Readonly<Record<Language, ScenarioSetup>>;
const NO_SETUPS: Setups = { en: {}, zh: {} };

/** Empty if there is no such scenario. */
async function loadSetups(scenario: string | undefined): Promise<Setups> {
  const { findScenario, setupInChinese } = await import('@/lib/scenarios');
  const en = findScenario(scenario ?? '')?.setup;
  return en ? { en, zh: setupInChinese(en) } : NO_SETUPS;
}

/** The hooks in force: the person's own, followed by the scenario's. */
const hooksOf = ({ tools: { hooks } }: BrowserSettings, setup: ScenarioSetup): readonly Hook[] =>
  setup.hooks ? [...hooks, ...setup.hooks] : hooks;

function limitsOf({ tools: { limits } }: BrowserSettings, setup: ScenarioSetup): RateLimits {
  if (!setup.limits) return limits;
  return { ...limits, ...setup.limits, tools: { ...limits.tools, ...setup.limits.tools } };
}

function rulesOf({ rules }: BrowserSettings, { rules: more }: ScenarioSetup): readonly PermissionRule[] {
  if (!more) return rules;
  const behaviors = ['allow', 'deny', 'ask'] as const;
  return [...rules, ...behaviors.flatMap((behavior) => (more[behavior] ?? []).map((rule) => ({ behavior, rule })))];
}

const StoredSchema = z.object({
  mode: PermissionModeSchema,
  /** The mode in which the thread started. */
  began: PermissionModeSchema,
  rules: z.array(PermissionRuleSchema),
});
type Stored = z.infer<typeof StoredSchema>;
const NO_RULES: readonly PermissionRule[] = [];

export function createThreadPolicy(table: KeyValue, onChange: () => void): ThreadPolicy {
  let owner: string | undefined;
  let current: Stored | undefined;
  let ready: Promise<void> = Promise.resolve();
  const keyOf = (threadId: string) => `policy:${threadId}`;
  const become = (threadId: string | undefined, next: Stored | undefined) => {
    owner = threadId;
    current = next;
    onChange();
  };
  const change = (next: Partial<Stored>): boolean => {
    if (owner === undefined || !current) return false;
    become(owner, { ...current, ...next });
    void table.put(keyOf(owner), current);
    return true;
  };
  return {
    get mode() {
      return current?.mode;
    },
    get began() {
      return current?.began;
    },
    get rules() {
      return current?.rules ?? NO_RULES;
    },
    ready: () => ready,
    begin(threadId, mode) {
      become(threadId, { mode, began: mode, rules: [] });
      change({});
    },
    load(threadId, mode) {
      if (owner !== threadId) become(threadId, undefined);
      const before = current;
      ready = table.get(keyOf(threadId)).then((row) => {
        const stored = StoredSchema.safeParse(row);
        // What was decided meanwhile is newer than what was read.
        if (owner !== threadId || current !== before) return;
        become(threadId, stored.data ?? current ?? { mode: mode(), began: mode(), rules: [] });
      });
      return ready;
    },
    forget: () => become(undefined, undefined),
    setMode: (mode) => change({ mode }),
    addRule: (rule) => change({ rules: [...withoutRule(current?.rules ?? [], rule), rule] }),
    removeRule: (rule) => void change({ rules: withoutRule(current?.rules ?? [], rule) }),
  };
}
