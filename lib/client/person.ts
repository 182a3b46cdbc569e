import type { Answers, ApprovalDecision, ApprovalRequest, PlanAnswer, PlanRequest, QuestionRequest } from '@/lib/ports';
import type { AgentOptions, Language } from '@/lib/protocol';
import { parseRule } from '@/lib/tools/permissions/rule';
import type { ClientPorts } from './browser-ports';
import { createHookNotices } from './current-thread/notify-hooks';
import { createCurrentSettings, createThreadPolicy } from './settings/current-settings';
import { createTypedKeys } from './settings/typed-keys';
import type { Client } from './state';
import { createPersonChanges } from './workspace/person-changes';
import type { Failure } from './thread/session-snapshot';

interface PersonOptions {
  ports: ClientPorts;
  /** Options of the first thread. */
  first: AgentOptions;
  /** The language of the page. */
  language: Language;
  onChange: () => void;
}

/** The person at the page: their settings and changes, what they are told, and what waits for their decision. */
export type Person = ReturnType<typeof createPerson>;

export function createPerson({ ports, first, language, onChange }: PersonOptions) {
  const { threads } = ports.database;
  const problems = createProblems(onChange);
  const policy = createThreadPolicy(threads, () => settings.follow());
  const settings = createCurrentSettings({ storage: ports.storage, first, language, policy, onChange });
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
  };
}

/** The last problem outside the thread: it is shown, and the thread goes on. */
export interface Problems {
  readonly last: Failure | undefined;
  add(code: string, message: string): void;
  /** Clears it, because something new begins. Does not notify. */
  forget(): void;
}

function createProblems(onChange: () => void): Problems {
  const problems: Problems & { last: Failure | undefined } = {
    last: undefined,
    add(code, message) {
      problems.last = { code, message };
      onChange();
    },
    forget: () => (problems.last = undefined),
  };
  return problems;
}

/** Requests that wait for a person, each bound to a call. */
export interface Waiting<R, A> {
  /** Oldest first; the same array until it changes. */
  readonly list: readonly R[];
  /** Rejects only when `signal` aborts. */
  ask(request: R, signal: AbortSignal): Promise<A>;
  /** Answers the call's request. An answer to a call that is not waiting has no effect. */
  resolve(callId: string, answer: A): void;
}

/**
 * Lets calls wait for the person at the page: for an approval or for answers. An answer belongs only to the request it was given
 * to. A reload forgets requests: the calls are made again and ask again.
 */
export function createWaiting<R extends { readonly callId: string }, A>(onChange: () => void): Waiting<R, A> {
  const waiting = new Map<string, { request: R; settle: (answer: A) => void }>();
  let list: readonly R[] = [];
  const announce = () => {
    list = [...waiting.values()].map(({ request }) => request);
    onChange();
  };
  return {
    get list() {
      return list;
    },
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          signal.removeEventListener('abort', abort);
          if (waiting.get(request.callId)?.request === request) waiting.delete(request.callId);
          announce();
        };
        const abort = () => {
          leave();
          reject(signal.reason);
        };
        const settle = (answer: A) => {
          leave();
          resolve(answer);
        };
        signal.addEventListener('abort', abort);
        waiting.set(request.callId, { request, settle });
        announce();
      }),
    resolve(callId, answer) {
      waiting.get(callId)?.settle(answer);
    },
  };
}
