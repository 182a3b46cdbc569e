import type { Answers, ApprovalDecision, ApprovalRequest, PlanAnswer, PlanRequest, QuestionRequest } from '@/lib/ports';
import type { AgentOptions, Language } from '@/lib/protocol';
import { parseRule } from '@/lib/tools/permissions/rule';
import type { ClientPorts } from './browser-ports';
import { createHookNotices } from './executor/notify-hooks';
import { createWaiting } from './executor/waiting';
import { createCurrentSettings } from './settings/current-settings';
import { createTypedKeys } from './settings/typed-keys';
import type { Client } from './state';
import { createThreadPolicy } from './thread-policy';
import { createPersonChanges } from './workspace/changes';
import type { Failure } from './thread/session-snapshot';

export interface PersonOptions {
  ports: ClientPorts;
  /** What the first thread starts with. */
  first: AgentOptions;
  /** The language of the page. */
  language: Language;
  onChange: () => void;
}

/** The person at the page: what they decided, typed and changed, what they are told, and what waits for their word. */
export type Person = ReturnType<typeof createPerson>;

export function createPerson({ ports, first, language, onChange }: PersonOptions) {
  const { threads } = ports.database;
  let pageLanguage = language;
  const problems = createProblems(onChange);
  const policy = createThreadPolicy(threads, () => settings.follow());
  const settings = createCurrentSettings(ports.storage, first, policy, onChange);
  const addRule: Client['addRule'] = (rule, scope) => {
    if (parseRule(rule.rule)) settings.addRule(rule, scope);
    else problems.add('RULE_INVALID', `${rule.rule} is not a rule: write Tool or Tool(pattern).`);
  };
  return {
    settings,
    policy,
    problems,
    keys: createTypedKeys(ports.storage),
    own: createPersonChanges(threads, onChange),
    notices: createHookNotices(threads, onChange),
    approvals: createWaiting<ApprovalRequest, ApprovalDecision>(onChange),
    questions: createWaiting<QuestionRequest, Answers>(onChange),
    plans: createWaiting<PlanRequest, PlanAnswer>(onChange),
    addRule,
    /** What runs say is in this language; undefined where it is for the design of the tools to say. */
    language(): Language | undefined {
      const { language: chosen } = settings.own.tools;
      if (chosen !== 'auto') return chosen;
      return settings.options.preset ? undefined : pageLanguage;
    },
    setPageLanguage(chosen: Language) {
      pageLanguage = chosen;
      onChange();
    },
  };
}

/** What went wrong beside the thread last: it is said, and the thread goes on. */
export interface Problems {
  readonly last: Failure | undefined;
  add(code: string, message: string): void;
  /** Something new begins. Tells nobody. */
  forget(): void;
}

function createProblems(onChange: () => void): Problems {
  let last: Failure | undefined;
  return {
    get last() {
      return last;
    },
    add(code, message) {
      last = { code, message };
      onChange();
    },
    forget: () => (last = undefined),
  };
}
