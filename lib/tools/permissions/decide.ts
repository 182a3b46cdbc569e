import {
  CHECKS,
  type Check,
  questionOf,
  type Petition,
  type PermissionQuestion,
  type PermissionCheck,
  deny,
  type Ruling,
  type Verdict,
} from './checks';
import { denialTexts } from './denial-texts';
import type { Permissions } from './permissions';
import { suggestRule, ruleCovers } from './match-rule';
import { askTexts } from './ask-texts';
import { isObject } from '@/lib/schema/json-schema';
import { denied } from './denied';
import type { AnyTool } from '../tool';
import type { Invocation, Before, Step } from '../dispatch/invocation';
import type { ApprovalDecision } from '@/lib/ports';
import { sha256, type Denial, type FileDiff } from '@/lib/protocol';
import { abortReasonOf, abortedResult, untilAborted } from '../result';

/** A verdict, and the check that reached it. */
export interface Decision {
  readonly verdict: Verdict;
  readonly check: string;
  readonly note: string;
}

export interface DecideOptions {
  /** False: no code is asked, for judging a call that will not run. */
  consult?: boolean;
  /** Gets every check made, in order. */
  checks?: PermissionCheck[];
}

/** Decides whether a call may run. */
export function decide(
  petition: Petition,
  permissions: Permissions,
  { consult = true, checks }: DecideOptions = {},
): Decision | Promise<Decision> {
  return decideFrom(0, questionOf(petition, permissions, consult), checks);
}

/** Synchronous as far as possible: most calls are decided without waiting. */
function decideFrom(
  first: number,
  question: PermissionQuestion,
  checks: PermissionCheck[] | undefined,
): Decision | Promise<Decision> {
  for (let at = first; ; at++) {
    const check = CHECKS[at];
    if (!check) throw new Error('The last check has a verdict on every call.');
    const ruling = check.rule(question);
    if (ruling instanceof Promise)
      return ruling.then((now) => decided(check, now, question, checks) ?? decideFrom(at + 1, question, checks));
    const decision = decided(check, ruling, question, checks);
    if (decision) return decision;
  }
}

function decided(
  { name }: Check,
  ruling: Ruling,
  { mode, tool, context }: PermissionQuestion,
  checks: PermissionCheck[] | undefined,
): Decision | undefined {
  checks?.push(record(name, ruling));
  const { verdict, note } = ruling;
  if (verdict?.behavior !== 'ask' || mode !== 'dontAsk') return verdict && { verdict, check: name, note };
  const denial = { source: 'mode', ...denialTexts(context).nobodyAsked(tool.name) } as const;
  checks?.push(record('mode', deny(denial)));
  return { verdict: { behavior: 'deny', denial }, check: 'mode', note: denial.reason };
}

function record(check: string, { verdict: said, rule, note }: Ruling): PermissionCheck {
  const verdict = said?.behavior ?? 'none';
  return rule === undefined ? { check, verdict, note } : { check, verdict, note, rule };
}

/** What would happen to a valid call, found without running it or asking a person. */
export interface PermissionDecision {
  readonly tool: string;
  readonly verdict: 'allow' | 'deny' | 'ask';
  /** The checks in order, up to the one that decided. */
  readonly checks: readonly PermissionCheck[];
  readonly hint?: string;
  /** The rule `always allow` would save. */
  readonly suggestedRule: string;
}

/** Runs the checks that dispatch makes. With `consult`, code that only answers, such as a hook, is asked too. */
export async function dryRun(
  petition: Petition,
  permissions: Permissions,
  { consult = false }: { consult?: boolean } = {},
): Promise<PermissionDecision> {
  const checks: PermissionCheck[] = [];
  const { verdict } = await decide(petition, permissions, { consult, checks });
  const hint = verdict.behavior === 'deny' ? verdict.denial.hint : undefined;
  return {
    tool: petition.tool.name,
    verdict: verdict.behavior,
    checks,
    ...(hint !== undefined && { hint }),
    suggestedRule: await suggestRule(petition.tool, petition.input, petition.context),
  };
}

/** The permission step: allows a call, denies it, or asks a person. */
export const permission = (permissions: Permissions): Step => ({
  name: 'permission',
  about:
    'Hard-coded refusals, deny rules, the list of a skill, canUseTool, ask rules, mode, allow rules; else a person is asked.',
  seesChanges: true,
  before(given) {
    const invocation = judgeable(given);
    const decision = decide(invocation, permissions);
    if (decision instanceof Promise) return decision.then((now) => enforce(now, permissions, invocation));
    return enforce(decision, permissions, invocation);
  },
});

function enforce(
  { verdict, check, note }: Decision,
  permissions: Permissions,
  invocation: Invocation,
): Before | Promise<Before> {
  const { trace } = invocation;
  if (verdict.behavior === 'ask') return askPerson(permissions, invocation, verdict.reason);
  if (verdict.behavior === 'deny') {
    trace.note('permission', 'blocked', `${check}: ${note}`);
    return { answer: denied(verdict.denial, invocation.context) };
  }
  if ('input' in verdict) {
    trace.note('permission', 'changed', `${check}: ${note}`);
    return { input: verdict.input };
  }
  // Not worth noting for every call that it is read-only or that the mode allows everything.
  if (check !== 'mode') trace.note('permission', 'passed', `${check}: ${note}`);
  return undefined;
}

/**
 * Invalid arguments that are validated later, or that are not an object, tell nothing: the tool is not asked about them, and
 * the call is assumed to be able to do anything.
 */
function judgeable(invocation: Invocation): Invocation {
  const { issues, input, system, tool } = invocation;
  const later = system.behaviour.order === 'permission-hooks-validation';
  return issues && (later || !isObject(input)) ? { ...invocation, tool: unread(tool) } : invocation;
}

const unread = (tool: AnyTool): AnyTool => ({
  ...tool,
  isReadOnly: () => tool.kind === 'read',
  isDangerous: () => true,
  titleFor: undefined,
  refuse: undefined,
  ruleSubject: undefined,
  suggestRule: undefined,
  delegatesTo: undefined,
  preview: undefined,
});

/** Asks a person about a call. The answer applies to exactly this call: its id and the arguments it will run with. */
async function askPerson(permissions: Permissions, invocation: Invocation, reason: string): Promise<Before> {
  const { call, tool, within, input, context, report, trace } = invocation;
  const startedAt = trace.now();
  const { person, otherArguments } = denialTexts(context);
  const refuse = (denial: Denial): Before => {
    trace.note('permission', 'blocked', `person: ${denial.reason}`, startedAt);
    return { answer: denied(denial, context) };
  };

  const suggestedRule = await suggestRule(tool, input, context);
  const subject = await tool.ruleSubject?.(input, context);
  const covers = (rule: string) => ruleCovers(rule, { tool, subject });
  const preview = await previewOf(invocation);
  const argsHash = await sha256(call.args);
  const title = tool.titleFor?.(input) ?? tool.title;
  const request = { callId: call.id, argsHash, toolName: tool.name, title, kind: tool.kind, input, reason };
  report('awaiting-approval');
  let decision: ApprovalDecision;
  try {
    const asked = permissions.ask(
      { ...request, suggestedRule, covers, ...(within.length > 0 && { within }), ...(preview && { preview }) },
      context.signal,
    );
    decision = await untilAborted(asked, context.signal);
  } catch (error) {
    if (context.signal.aborted) return { answer: abortedResult(abortReasonOf(context.signal, context.language)) };
    throw error;
  }
  if (decision.argsHash !== undefined && decision.argsHash !== argsHash)
    return refuse({ source: 'person', ...otherArguments });
  if (decision.behavior === 'deny') {
    return refuse({ source: 'person', ...person, ...(decision.reason.trim() && { reason: decision.reason.trim() }) });
  }
  if (decision.behavior === 'always') keep(decision.rule);
  else trace.note('permission', 'passed', `person: ${askTexts(context).once}`, startedAt);
  return undefined;

  /** The person allowed this call; a rule that would not cover it is not saved. */
  function keep(rule: string): void {
    const kept = covers(rule) === 'covers';
    if (kept) permissions.allowAlways(rule);
    const texts = askTexts(context);
    trace.note('permission', 'passed', `person: ${kept ? texts.always(rule) : texts.notKept(rule)}`, startedAt);
  }
}

/** A preview is optional: if it fails, the person is asked without one. */
async function previewOf({ tool, input, context }: Invocation): Promise<FileDiff | undefined> {
  try {
    return await tool.preview?.(input, context);
  } catch {
    return undefined;
  }
}
