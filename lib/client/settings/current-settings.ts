import { AgentOptionsSchema, type AgentOptions, type Hook, type PermissionMode, type RateLimits } from '@/lib/protocol';
import type { ScenarioSetup } from '@/lib/scenarios';
import type { PermissionRule } from '@/lib/tools/permissions';
import { hooksOf, limitsOf, loadSetup, NO_SETUP, rulesOf } from '../workspace/scenario-setup';
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
  /** What holds for the present thread only, whatever the person or the scenario set; a new thread, or a choice, ends it. */
  overrule(options: AgentOptions): void;
  /** A thread is gone on with: these are the options it has. */
  adopt(stored: AgentOptions): void;
  /** What the design of the tools begins with; whatever somebody said outright counts before it. */
  startWith(behaviour: Pick<AgentOptions, 'discovery' | 'guardPatience' | 'language'>): void;
  setOptions(change: AgentOptions): void;
  /** For the present thread; before there is one, for the next that begins. */
  setMode(mode: PermissionMode): void;
  /** For all threads that begin from now on. */
  setStartMode(mode: PermissionMode): void;
  setTools(change: Partial<ToolSettings>): void;
  /** A rule for a thread is one for all where there is no thread yet. */
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
  let base = first;
  /** The link's, or chosen before there was a thread; it ends with the choice of another scenario. */
  let mode = first.mode ?? own.mode;
  let setup = NO_SETUP;
  /** What the setup says of options, until the person says otherwise. */
  let over: AgentOptions = {};
  let overruled: AgentOptions = {};
  let start: AgentOptions = {};
  let ready: Promise<void> = Promise.resolve();
  /** What all this comes to; the same objects until something changes. */
  let sum = summed();
  function summed() {
    const { language } = start;
    const begun = base.preset === undefined ? { ...(language && { language }) } : start;
    return {
      options: { ...begun, ...base, ...over, ...overruled },
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

  const begin = (chosen: PermissionMode) => {
    mode = chosen;
    over = without(over, { mode });
    overruled = without(overruled, { mode });
  };
  const decide = (change: Partial<Settings>) => {
    own = { ...own, ...change };
    saveSettings(storage, own);
    changed();
  };
  const enter = (take: (setup: ScenarioSetup) => void) => {
    const { scenario } = base;
    setup = NO_SETUP;
    over = {};
    sum = summed();
    ready = loadSetup(scenario).then(
      (found) => {
        if (base.scenario !== scenario) return;
        setup = found;
        take(found);
        changed();
      },
      () => undefined,
    );
  };
  const choose = (scenario: string) => {
    if (scenario === base.scenario) return;
    if (base.scenario !== undefined) mode = own.mode;
    base = { ...base, scenario };
    enter(({ options = {} }) => (over = options));
  };
  // What a link says outright is meant: a scenario does not overrule it. But a link that was made while a scenario's mode held
  // says no more than the scenario does, and must not outlast it.
  enter(({ options = {} }) => {
    const same = options.mode !== undefined && options.mode === first.mode;
    if (same) mode = own.mode;
    over = { ...without(options, first), ...(same && { mode: options.mode }) };
  });

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
      return policy.mode ?? overruled.mode ?? over.mode ?? mode;
    },
    get startMode() {
      return over.mode ?? mode;
    },
    get saved() {
      return sum.saved;
    },
    rules: () => sum.rules,
    hooks: () => sum.hooks,
    limits: () => sum.limits,
    ready: () => ready,
    begin(scenario) {
      // What a thread replayed stays with it.
      if (base.model === 'cassette') base = { ...base, model: undefined };
      overruled = {};
      sum = summed();
      if (scenario !== undefined) choose(scenario);
    },
    overrule(options) {
      overruled = options;
      changed();
    },
    adopt(stored) {
      const before = base;
      // A thread goes on in the language of who reads it.
      base = { ...base, ...without(stored, { language: undefined }) };
      enter(({ options = {} }) => {
        over = without(stored, without(stored, options));
        base = { ...without(base, options), ...without(before, without(before, options)) };
      });
    },
    startWith({ discovery, guardPatience, language }) {
      if (start.discovery === discovery && start.guardPatience === guardPatience && start.language === language) return;
      start = {
        ...(discovery && { discovery }),
        ...(guardPatience !== undefined && { guardPatience }),
        ...(language && { language }),
      };
      sum = summed();
    },
    setOptions(change) {
      // Another design begins in its own way.
      if (change.preset !== undefined && change.preset !== base.preset)
        base = without(base, { discovery: undefined, guardPatience: undefined, language: undefined });
      if (change.scenario !== undefined) choose(change.scenario);
      base = { ...base, ...change };
      over = without(over, change);
      overruled = without(overruled, change);
      changed();
    },
    setMode(chosen) {
      if (policy.setMode(chosen)) return;
      begin(chosen);
      changed();
    },
    setStartMode(chosen) {
      begin(chosen);
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

/** The options that `others` says nothing of. */
const without = (options: AgentOptions, others: object): AgentOptions =>
  AgentOptionsSchema.parse(
    Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(others, name))),
  );
