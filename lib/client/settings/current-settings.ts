import type { AgentOptions, Hook, PermissionMode, RateLimits } from '@/lib/protocol';
import type { ScenarioSetup } from '@/lib/scenarios';
import type { PermissionRule } from '@/lib/tools/permissions';
import { hooksOf, limitsOf, loadSetup, NO_SETUP, rulesOf } from '../workspace/scenario-setup';
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
} from './option-layers';
import { loadSettings, saveSettings, withoutRule, type PageStorage, type Settings } from './settings';
import type { RuleScope, SavedRule } from '../state';
import type { ThreadPolicy } from '../thread-policy';
import { ToolSettingsSchema, type ToolSettings } from './tool-settings';

/** The settings in force: the person's, the link's, and those of the current scenario for its thread. */
export interface CurrentSettings {
  /** The person's own settings, kept in this browser. */
  readonly own: Settings;
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
  startWith(behaviour: Pick<AgentOptions, 'discovery' | 'guardPatience' | 'language'>): void;
  setOptions(change: AgentOptions): void;
  /** For the current thread; before there is one, for the next thread. */
  setMode(mode: PermissionMode): void;
  /** For all threads that start from now on. */
  setStartMode(mode: PermissionMode): void;
  setTools(change: Partial<ToolSettings>): void;
  /** Before there is a thread, a rule for the thread applies to all threads. */
  addRule(rule: PermissionRule, scope: RuleScope): void;
  removeRule(rule: PermissionRule, scope: RuleScope): void;
  /** Called when the settings of the thread alone have changed. */
  follow(): void;
}

export function createCurrentSettings(
  storage: PageStorage,
  first: AgentOptions,
  policy: ThreadPolicy,
  onChange: () => void,
): CurrentSettings {
  let own = loadSettings(storage);
  let layers: OptionLayers = { start: {}, base: first, over: {}, overruled: {}, mode: first.mode ?? own.mode };
  let setup = NO_SETUP;
  let ready: Promise<void> = Promise.resolve();
  /** The settings in force; the same objects until one changes. */
  let sum = summed();
  function summed() {
    return {
      options: optionsOf(layers),
      saved: savedRules(own, policy),
      rules: [...policy.rules, ...rulesOf(own, setup)],
      hooks: hooksOf(own, setup),
      limits: limitsOf(own, setup),
    };
  }
  const changed = () => {
    sum = summed();
    onChange();
  };
  const become = (next: OptionLayers) => {
    layers = next;
    changed();
  };
  const decide = (change: Partial<Settings>) => {
    own = { ...own, ...change };
    saveSettings(storage, own);
    changed();
  };
  /** Loads the scenario's setup and applies its options, unless another scenario was chosen meanwhile. */
  const enter = (next: OptionLayers, take: (options: AgentOptions) => OptionLayers) => {
    layers = next;
    const { scenario } = layers.base;
    setup = NO_SETUP;
    sum = summed();
    ready = loadSetup(scenario).then(
      (found) => {
        if (layers.base.scenario !== scenario) return;
        setup = found;
        become(take(found.options ?? {}));
      },
      () => undefined,
    );
  };
  const choose = (scenario: string) => {
    if (scenario === layers.base.scenario) return;
    enter(forScenario(layers, scenario, own.mode), (over) => ({ ...layers, over }));
  };
  enter(layers, (options) => withScenarioOfLink(layers, options, first, own.mode));

  return {
    get own() {
      return own;
    },
    get setup() {
      return setup;
    },
    get options() {
      return sum.options;
    },
    get mode() {
      return policy.mode ?? layers.overruled.mode ?? layers.over.mode ?? layers.mode;
    },
    get startMode() {
      return layers.over.mode ?? layers.mode;
    },
    get saved() {
      return sum.saved;
    },
    rules: () => sum.rules,
    hooks: () => sum.hooks,
    limits: () => sum.limits,
    ready: () => ready,
    begin(scenario) {
      layers = forNextThread(layers);
      sum = summed();
      if (scenario !== undefined) choose(scenario);
    },
    overrule: (overruled) => become({ ...layers, overruled }),
    adopt(stored) {
      const { base: before } = layers;
      enter(withStored(layers, stored), (options) => withScenarioOfThread(layers, options, stored, before));
    },
    startWith(behaviour) {
      const next = withStart(layers, behaviour);
      if (next === layers) return;
      layers = next;
      sum = summed();
    },
    setOptions(change) {
      if (change.scenario !== undefined) choose(change.scenario);
      become(withOptions(layers, change));
    },
    setMode(chosen) {
      if (!policy.setMode(chosen)) become(withMode(layers, chosen));
    },
    setStartMode(chosen) {
      layers = withMode(layers, chosen);
      decide({ mode: chosen });
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
    follow: changed,
  };
}

const savedRules = (own: Settings, policy: ThreadPolicy): readonly SavedRule[] => [
  ...own.rules.map((rule): SavedRule => ({ ...rule, scope: 'everywhere' })),
  ...policy.rules.map((rule): SavedRule => ({ ...rule, scope: 'thread' })),
];
