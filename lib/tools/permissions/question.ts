import type { PermissionMode, Denial } from '@/lib/protocol';
import type { Trace } from '../dispatch/invocation';
import type { AnyTool, RuleSubject, ToolContext } from '../tool';
import type { PermissionRule, Permissions } from './permissions';
import { denialTexts } from './denial-texts';

/** A call to decide about. */
export interface Petition {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly context: ToolContext;
  /** Where hooks record what they did; omitted for a call that will not run. */
  readonly trace?: Trace;
}

/** A petition with everything the checks need. */
export interface PermissionQuestion extends Petition {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly permissions: Permissions;
  /** Whether code may be asked; false if a call is only being judged. */
  readonly consult: boolean;
  /** What patterns are matched against; computed when the first rule with a pattern needs it. */
  subject(): Promise<RuleSubject | undefined>;
}

export function questionOf(
  { tool, input, context, trace }: Petition,
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

/** What one check says about a call. Without a verdict, the next check is asked. */
export interface Ruling {
  readonly verdict?: Verdict;
  /** The rule that matched, if any. */
  readonly rule?: string;
  /** One line for people. */
  readonly note: string;
}

export const none = (note: string): Ruling => ({ note });

export const allow = (note: string, rule?: string): Ruling => ({
  verdict: { behavior: 'allow' },
  note,
  ...(rule !== undefined && { rule }),
});

export const ask = (reason: string, rule?: string): Ruling => ({
  verdict: { behavior: 'ask', reason },
  note: reason,
  ...(rule !== undefined && { rule }),
});

export const deny = (denial: Denial): Ruling => ({
  verdict: { behavior: 'deny', denial },
  note: denial.reason,
  ...(denial.rule !== undefined && { rule: denial.rule }),
});

/** What happens to a call. */
export type Verdict =
  | { readonly behavior: 'allow'; /** A valid input to use instead. */ readonly input?: unknown }
  | { readonly behavior: 'deny'; readonly denial: Denial }
  | { readonly behavior: 'ask'; readonly reason: string };

/** One check of the permission step and what it said about a call. The last one decided if it has a verdict. */
export interface PermissionCheck {
  readonly check: string;
  readonly verdict: 'allow' | 'deny' | 'ask' | 'none';
  /** The rule that matched, if any. */
  readonly rule?: string;
  readonly note: string;
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
