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

/** What holds now: what a person decided, what came with the link, and what the present scenario sets for its thread. */
export interface CurrentSettings {
  /** The person's own, kept in this browser. */
  readonly own: Settings;
  readonly setup: ScenarioSetup;
  readonly options: AgentOptions;
  /** The present thread's; before there is one, that in which it will begin. */
  readonly mode: PermissionMode;
  /** The mode in which the next thread begins. */
  readonly startMode: PermissionMode;
  /** What a person saved: everywhere, and for the present thread. */
  readonly saved: readonly SavedRule[];
  /** Those and the scenario's. */
  rules(): readonly PermissionRule[];
  hooks(): readonly Hook[];
  limits(): RateLimits;
  /** Resolves when the present scenario's setup holds. */
  ready(): Promise<void>;
  /** A new thread begins. Another scenario than before brings its own setup, and what the last one set is forgotten. */
  begin(scenario?: string): void;
  /** Options for the present thread alone, before those of the person and the scenario; a new thread or a choice ends them. */
  overrule(options: AgentOptions): void;
  /** A thread is gone on with: these are the options it has. */
  adopt(stored: AgentOptions): void;
  /** The defaults of the tools' design; what the person or the link set comes before them. */
  startWith(behaviour: Pick<AgentOptions, 'discovery' | 'guardPatience' | 'language'>): void;
  setOptions(change: AgentOptions): void;
  /** For the present thread; before there is one, for the next that begins. */
  setMode(mode: PermissionMode): void;
  /** For all threads that begin from now on. */
  setStartMode(mode: PermissionMode): void;
  setTools(change: Partial<ToolSettings>): void;
  /** Before there is a thread, a rule for a thread holds for all threads. */
  addRule(rule: PermissionRule, scope: RuleScope): void;
  removeRule(rule: PermissionRule, scope: RuleScope): void;
  /** What holds for the thread alone has changed. */
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
  /** The scenario's setup is loaded; what it says of options is put where it belongs, unless another was chosen meanwhile. */
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
