import {
  type PermissionRequest,
  type PermissionQuestion,
  type PermissionCheck,
  deny,
  type Ruling,
  type Verdict,
  allow,
  none,
  ask,
} from './question';
import { denialTexts } from './denial-texts';
import type { Permissions, PermissionRule } from './permissions';
import { covering, rulesFor, firstMatch, bareName } from './match-rule';
import { isObject } from '@/lib/schema/json-schema';
import { denied } from './denied';
import type { AnyTool, RuleSubject } from '../tool';
import type { Invocation, StepDecision, Step } from '../invocation';
import { askPerson } from './ask-person';
import { askTexts } from './ask-texts';
import { type Rule, parseRule } from './rule';
import type { PermissionMode } from '@/lib/protocol';
import { consult } from './consult';

/** A verdict, and the check that reached it. */
interface Decision {
  readonly verdict: Verdict;
  readonly check: string;
  readonly note: string;
}

interface DecideOptions {
  /** False in a dry run: no code is asked. */
  consult?: boolean;
  /** Gets every check made, in order. */
  checks?: PermissionCheck[];
}

/** Decides whether a call may run. */
export function decide(
  request: PermissionRequest,
  permissions: Permissions,
  { consult = true, checks }: DecideOptions = {},
): Decision | Promise<Decision> {
  return decideFrom(0, questionOf(request, permissions, consult), checks);
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

/** The permission step: allows a call, denies it, or asks a person. */
export const permission = (permissions: Permissions): Step => ({
  name: 'permission',
  about:
    'Hard-coded refusals, deny rules, the list of a skill, canUseTool, ask rules, mode, allow rules; else a person is asked.',
  seesChanges: true,
  before(given) {
    const invocation = withReadableTool(given);
    const decision = decide(invocation, permissions);
    if (decision instanceof Promise) return decision.then((now) => enforce(now, permissions, invocation));
    return enforce(decision, permissions, invocation);
  },
});

function enforce(
  { verdict, check, note }: Decision,
  permissions: Permissions,
  invocation: Invocation,
): StepDecision | Promise<StepDecision> {
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
function withReadableTool(invocation: Invocation): Invocation {
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

function questionOf(
  { tool, input, context, trace }: PermissionRequest,
  permissions: Permissions,
  consult: boolean,
): PermissionQuestion {
  let subject: Promise<RuleSubject | undefined> | undefined;
  return {
    tool,
    input,
    context,
    ...(trace && { trace }),
    permissions,
    consult,
    mode: permissions.mode(),
    rules: permissions.rules(),
    subject: () => (subject ??= Promise.resolve(tool.ruleSubject?.(input, context))),
  };
}

/** What a mode alone says about a call; without a verdict, the rules and then a person decide. */
export function ruleOfMode(mode: PermissionMode, { tool, input, context }: PermissionRequest): Ruling {
  if (tool.isReadOnly(input)) return READS;
  if (tool.autoApproved && tool.source === 'builtin') return OWN;
  // Plan mode refuses it as a whole: the model should hear that before half of its calls are made.
  if (tool.actsThroughCalls && mode !== 'plan' && !tool.isDangerous(input)) return CALLS;
  switch (mode) {
    case 'acceptEdits':
      return tool.kind === 'edit' || tool.kind === 'move' ? ACCEPTED : LEFT[mode];
    case 'auto':
      return tool.isDangerous(input) ? LEFT[mode] : HARMLESS;
    case 'bypassPermissions':
      return BYPASSED;
    case 'plan':
      return deny({ source: 'mode', ...denialTexts(context).plan(tool.name) });
    case 'default': {
      const { asks = 'changes' } = context.system?.behaviour ?? {};
      return asks === 'dangerous' && !tool.isDangerous(input) ? UNDANGEROUS : LEFT[mode];
    }
    default:
      return LEFT[mode];
  }
}

const READS = allow('It only reads.');
const OWN = allow('It changes nothing but what the agent keeps for itself, or asks a person by itself.');
const CALLS = allow('It changes nothing by itself: the calls that it makes are decided about.');
const ACCEPTED = allow('Mode acceptEdits lets changes of files through.');
const HARMLESS = allow('Mode auto asks only for what is dangerous, and this is not.');
const UNDANGEROUS = allow('This system asks only for what is dangerous, and this is not.');
const BYPASSED = allow('Mode bypassPermissions asks for nothing.');

const LEFT: Record<Exclude<PermissionMode, 'bypassPermissions' | 'plan'>, Ruling> = {
  default: none('Mode default leaves what may change something to the rules.'),
  acceptEdits: none('Mode acceptEdits lets only changes of files through.'),
  auto: none('It is dangerous, so mode auto leaves it to the rules.'),
  dontAsk: none('Mode dontAsk leaves it to the rules, and asks nobody.'),
};

/** One of the checks that decide about a call. */
export interface Check {
  /** Its name in the policy pane. */
  readonly name: string;
  rule(question: PermissionQuestion): Ruling | Promise<Ruling>;
}

const NOT_REFUSED = none('Nothing in it is refused for good.');
const NO_DENY_RULE = none('No deny rule matches.');

const hardCoded: Check = {
  name: 'hard-coded refusals',
  rule({ tool, input, context }) {
    return tool.refuse ? refused(tool.refuse(input, context)) : NOT_REFUSED;
  },
};

const refused = async (pending: ReturnType<NonNullable<PermissionQuestion['tool']['refuse']>>): Promise<Ruling> => {
  const refusal = await pending;
  return refusal ? deny({ source: 'hard-coded', ...refusal }) : NOT_REFUSED;
};

const denyRules: Check = {
  name: 'deny rules',
  rule: (question) =>
    withMatch(question, 'deny', NO_DENY_RULE, ({ text }) =>
      deny({ source: 'rule', rule: text, ...denialTexts(question.context).rule }),
    ),
};

/** Applies rules of one behaviour, which take effect as soon as one matches. */
function withMatch(
  question: PermissionQuestion,
  behavior: PermissionRule['behavior'],
  unmatched: Ruling,
  found: (rule: Rule) => Ruling,
): Ruling | Promise<Ruling> {
  if (question.rules.length === 0) return unmatched;
  const own = rulesFor(question.rules, behavior, question.tool);
  const rules = question.tool.delegatesTo ? [...own, ...bareRulesOfDelegate(question, behavior)] : own;
  if (rules.length === 0) return unmatched;
  return withSubject(question, rules, (subject) => {
    const rule = firstMatch(rules, subject);
    return rule ? found(rule) : unmatched;
  });
}

/** Bare rules about the tool that a call in effect runs by way of this one. */
function bareRulesOfDelegate(
  { rules, tool, input }: PermissionQuestion,
  behavior: PermissionRule['behavior'],
): readonly Rule[] {
  if (!tool.delegatesTo) return [];
  return rulesFor(rules, behavior, tool.delegatesTo(input)).filter(({ pattern }) => pattern === undefined);
}

/** Finding the subject may need files or a parser, so it is done only if a rule has a pattern. */
function withSubject(
  question: PermissionQuestion,
  rules: readonly Rule[],
  rulingOn: (subject: Awaited<ReturnType<PermissionQuestion['subject']>>) => Ruling,
): Ruling | Promise<Ruling> {
  return rules.some(({ pattern }) => pattern !== undefined) ? question.subject().then(rulingOn) : rulingOn(undefined);
}

const FREE = none('No skill says what it may be called with.');

/** A running skill that lists `Bash(git:*)`, or the skill in which a sub-agent was started, allows only such calls. */
const restriction: Check = {
  name: 'skill',
  rule({ tool, context, subject }) {
    if (!context.restrictions?.lists.length) return FREE;
    const lists = context.restrictions.lists
      .map((list) => rulesAbout(list, tool))
      .filter((rules) => rules.length > 0 && rules.every(({ pattern }) => pattern !== undefined));
    if (lists.length === 0) return FREE;
    return subject().then((called) => {
      const broken = lists.find((rules) => !covering(rules, called));
      if (!broken) return none('It is what the running skill lets through.');
      const rule = broken.map(({ text }) => text).join(', ');
      return deny({ source: 'rule', rule, ...denialTexts(context).skill(tool.name) });
    });
  },
};

/** The entries of a list about a tool, by its own name or its executor's. */
const rulesAbout = (list: readonly string[], { name, executor = name, source }: AnyTool): readonly Rule[] =>
  list.flatMap((entry) => {
    const rule = parseRule(entry);
    const wanted = rule?.tool.toLowerCase();
    if (!rule || (wanted !== name.toLowerCase() && wanted !== executor.toLowerCase())) return [];
    return rule.source === undefined || rule.source === source ? [rule] : [];
  });

const NO_CODE = none('No callback is set.');
const NOT_CONSULTED = none('A callback would be asked here, and may allow or deny what follows.');

/** What the checks before the callback say about an input that it wants instead. */
async function refusedBefore(
  { tool, context, permissions, consult: consulting }: PermissionQuestion,
  input: unknown,
): Promise<Ruling | undefined> {
  const again = questionOf({ tool, context, input }, permissions, consulting);
  for (const check of [hardCoded, denyRules, restriction]) {
    const ruling = await check.rule(again);
    if (ruling.verdict) return ruling;
  }
  return undefined;
}

const askCode: Check = {
  name: 'canUseTool',
  rule(question) {
    if (!question.permissions.canUseTool) return NO_CODE;
    return question.consult ? consult(question, question.permissions.canUseTool, refusedBefore) : NOT_CONSULTED;
  },
};

const ASKS_NOTHING = none('Mode bypassPermissions asks for nothing.');
const NO_ASK_RULE = none('No ask rule matches.');
const NO_ALLOW_RULE = none('No allow rule covers it.');

const askRules: Check = {
  name: 'ask rules',
  rule(question) {
    if (question.mode === 'bypassPermissions') return ASKS_NOTHING;
    const { verdict } = ruleOfMode(question.mode, question);
    if (verdict?.behavior === 'deny') return none(`Nobody is asked about what mode ${question.mode} refuses.`);
    return withMatch(question, 'ask', NO_ASK_RULE, ({ text }) => ask(askTexts(question.context).rule(text), text));
  },
};

const mode: Check = { name: 'mode', rule: (question) => ruleOfMode(question.mode, question) };

const allowRules: Check = {
  name: 'allow rules',
  rule(question) {
    const rules = rulesFor(question.rules, 'allow', question.tool);
    if (rules.length === 0) return otherSourceNote(question) ?? NO_ALLOW_RULE;
    return withSubject(question, rules, (subject) => {
      const found = covering(rules, subject);
      if (!found) return NO_ALLOW_RULE;
      const texts = found.map(({ text }) => text).join(' and ');
      return allow(`Allowed by ${texts}.`, texts);
    });
  },
};

/** Explains why an allow rule did not apply: it is for a tool of the same name from another source. */
function otherSourceNote({ rules, tool }: PermissionQuestion): Ruling | undefined {
  const ofAnother = rules.some(({ behavior, rule }) => behavior === 'allow' && bareName(rule) === tool.name);
  return ofAnother
    ? none(`An allow rule for ${tool.name} means another source's tool; this one is ${tool.source}.`)
    : undefined;
}

const otherwise: Check = {
  name: 'otherwise',
  rule: ({ tool, context }) => ask(askTexts(context).mayChange(tool.name)),
};

/** All checks, in order; the first with a verdict decides. */
export const CHECKS: readonly Check[] = [
  hardCoded,
  denyRules,
  restriction,
  askCode,
  askRules,
  mode,
  allowRules,
  otherwise,
];
