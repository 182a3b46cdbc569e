import { askTexts } from './ask-texts';
import type { PermissionMode } from '@/lib/protocol';
import { denyRules, hardCoded, withMatch, withSubject, type Check, restriction } from './absolute-checks';
import { covering, rulesFor, suggestRule } from './match-rules';
import { type PermissionQuestion, type Petition, allow, ask, none, type Ruling, deny, questionOf } from './question';
import { denialTexts } from './denial-texts';
import { validate } from '@/lib/schema';
import { messageOf } from '@/lib/protocol/message-of';
import { z } from 'zod';
import { untilAborted } from '../dispatch/until-aborted';

const AnswerSchema = z.discriminatedUnion('behavior', [
  z.object({ behavior: z.literal('allow'), updatedInput: z.unknown().optional(), hook: z.string().optional() }),
  z.object({ behavior: z.literal('deny'), message: z.string(), hook: z.string().optional() }),
  z.object({ behavior: z.literal('ask') }),
]);

const NO_CODE = none('No callback is set.');
const NO_OPINION = none('The callback leaves it to what follows.');
const NOT_CONSULTED = none('A callback would be asked here, and may allow or deny what follows.');

/** The callback `canUseTool`. If it throws or returns something invalid, the call is denied. */
const askCode: Check = {
  name: 'canUseTool',
  rule(question) {
    if (!question.permissions.canUseTool) return NO_CODE;
    return question.consult ? consult(question, question.permissions.canUseTool) : NOT_CONSULTED;
  },
};

async function consult(
  question: PermissionQuestion,
  canUseTool: NonNullable<PermissionQuestion['permissions']['canUseTool']>,
): Promise<Ruling> {
  const { tool, input, context, trace } = question;
  const { signal } = context;
  const { callback: texts, hook: blocked } = denialTexts(context);
  const refusal = (reason: string): Ruling => deny({ source: 'callback', reason, hint: texts.hint });
  try {
    const suggestions = [await suggestRule(tool, input, context)];
    // A copy: changes in place would bypass validation.
    const asked = canUseTool(tool.name, structuredClone(input), {
      signal,
      suggestions,
      ...(trace && { note: ({ outcome, note, startedAt }) => trace.note('hooks', outcome, note, startedAt) }),
    });
    const answer = AnswerSchema.safeParse(await untilAborted(asked, signal));
    if (!answer.success) return refusal(texts.noAnswer);
    if (answer.data.behavior === 'ask') return NO_OPINION;
    const { hook } = answer.data;
    if (answer.data.behavior === 'deny') {
      if (hook === undefined) return refusal(answer.data.message);
      return deny({ source: 'hook', rule: hook, reason: answer.data.message || blocked, hint: texts.hint });
    }
    return answer.data.updatedInput === undefined
      ? allow(hook === undefined ? 'The callback allows it.' : 'A hook allows it.', hook)
      : await allowChanged(question, answer.data.updatedInput, refusal);
  } catch (error) {
    if (signal.aborted) throw error;
    return refusal(texts.failed(messageOf(error)));
  }
}

/** An input changed by the callback must be valid and must not be one that is always refused. */
async function allowChanged(
  question: PermissionQuestion,
  changed: unknown,
  refusal: (reason: string) => Ruling,
): Promise<Ruling> {
  const { tool, context, permissions, consult: consulting } = question;
  const valid = validate(tool.input, changed, { language: context.language });
  if (!valid.ok) {
    const [issue] = valid.issues;
    return refusal(denialTexts(context).callback.invalid(issue?.path ?? '$', issue?.message ?? ''));
  }
  const again = questionOf({ tool, context, input: valid.value }, permissions, consulting);
  for (const check of [hardCoded, denyRules, restriction]) {
    const ruling = await check.rule(again);
    if (ruling.verdict) return ruling;
  }
  return { verdict: { behavior: 'allow', input: valid.value }, note: 'The callback allows it with another input.' };
}

/** What a mode alone says about a call; without a verdict, the rules and then a person decide. */
export function ruleOfMode(mode: PermissionMode, { tool, input, context }: Petition): Ruling {
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

const NO_ASK_RULE = none('No ask rule matches.');
const NO_ALLOW_RULE = none('No allow rule covers it.');

const askRules: Check = {
  name: 'ask rules',
  rule(question) {
    if (question.mode === 'bypassPermissions') return none('Mode bypassPermissions asks for nothing.');
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
    if (rules.length === 0) return namesakes(question) ?? NO_ALLOW_RULE;
    return withSubject(question, rules, (subject) => {
      const found = covering(rules, subject);
      if (!found) return NO_ALLOW_RULE;
      const texts = found.map(({ text }) => text).join(' and ');
      return allow(`Allowed by ${texts}.`, texts);
    });
  },
};

/** Explains why an allow rule did not apply: it is for a tool of the same name from another source. */
function namesakes({ rules, tool }: PermissionQuestion): Ruling | undefined {
  const ofAnother = rules.some(({ behavior, rule }) => behavior === 'allow' && bareName(rule) === tool.name);
  return ofAnother
    ? none(`An allow rule for ${tool.name} means another source's tool; this one is ${tool.source}.`)
    : undefined;
}

const bareName = (rule: string): string => rule.replace(/^\w+:/, '').replace(/\(.*$/s, '');

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
