import picomatch from 'picomatch/posix';
import type { RuleCover } from '@/lib/ports';
import { unescapeStars, matchWildcard } from '../match-wildcard';
import type { AnyTool, RuleSubject, ToolContext } from '../tool';
import type { PermissionRule, Permissions } from './permissions';
import { formatRule, parseRule, ruleName, speaksOf, type Rule } from './rule';
import type { PermissionMode, Denial } from '@/lib/protocol';
import type { Trace } from '../dispatch/invocation';
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

/** Parsed rules, cached: rules live as long as the settings that contain them, and every call reads them. */
const parsed = new WeakMap<PermissionRule, Rule | null>();

function parsedOnce(rule: PermissionRule): Rule | null {
  const known = parsed.get(rule);
  if (known !== undefined) return known;
  const read = parseRule(rule.rule) ?? null;
  parsed.set(rule, read);
  return read;
}

/** The parsed rules of one behaviour that are about the tool. Rules that cannot be parsed are ignored. */
export function rulesFor(
  rules: readonly PermissionRule[],
  behavior: PermissionRule['behavior'],
  tool: Pick<AnyTool, 'name' | 'source' | 'executor'>,
): readonly Rule[] {
  const found: Rule[] = [];
  for (const rule of rules) {
    const read = rule.behavior === behavior ? parsedOnce(rule) : null;
    if (read && speaksOf(read, behavior, tool)) found.push(read);
  }
  return found;
}

/** The first rule that matches any part of a call: how deny and ask rules apply. */
export function firstMatch(rules: readonly Rule[], subject: RuleSubject | undefined): Rule | undefined {
  return rules.find(
    (rule) => rule.pattern === undefined || partsOf(subject).some((part) => matches(rule, part, subject)),
  );
}

/** The rules that together cover every part of a call: how allow rules apply. Undefined if some part is not covered. */
export function covering(rules: readonly Rule[], subject: RuleSubject | undefined): readonly Rule[] | undefined {
  const whole = rules.find((rule) => rule.pattern === undefined || isWholeLine(rule.pattern, subject));
  if (whole) return [whole];
  const parts = partsOf(subject);
  const found = new Set<Rule>();
  for (const part of parts) {
    const rule = rules.find((one) => matches(one, part, subject));
    if (!rule) return undefined;
    found.add(rule);
  }
  return found.size > 0 ? [...found] : undefined;
}

/** A command line can always be allowed verbatim, whatever is in it. */
const isWholeLine = (pattern: string, subject: RuleSubject | undefined): boolean =>
  subject?.kind === 'command' && unescapeStars(pattern) === subject.whole.trim();

function partsOf(subject: RuleSubject | undefined): readonly string[] {
  if (!subject) return [];
  return subject.kind === 'path' ? subject.paths : subject.commands;
}

function matches({ pattern = '' }: Rule, part: string, subject: RuleSubject | undefined): boolean {
  return subject?.kind === 'path' ? matchPath(pattern, part, subject.root) : matchCommand(pattern, part);
}

/** Whether a command matches a pattern: `npm test:*` is a prefix of whole words, `*` any text, anything else is literal. */
export function matchCommand(pattern: string, command: string): boolean {
  if (!pattern.endsWith(':*')) return matchWildcard(pattern, command);
  const prefix = pattern.slice(0, -2).trimEnd();
  return command === prefix || command.startsWith(`${prefix} `);
}

/** Whether an absolute path matches a glob; a relative glob starts at `root`. An invalid glob matches nothing. */
export function matchPath(glob: string, path: string, root: string): boolean {
  const base = root === '/' ? '/' : `${root}/`;
  if (glob.startsWith('/')) return globMatches(glob, path);
  return path.startsWith(base) && globMatches(glob.replace(/^\.\//, ''), path.slice(base.length));
}

function globMatches(glob: string, path: string): boolean {
  let matcher = matchers.get(glob);
  if (!matcher) {
    matcher = compile(glob);
    if (matchers.size >= MOST_MATCHERS) matchers.clear();
    matchers.set(glob, matcher);
  }
  return matcher(path);
}

/** Compiled globs, cached: there are few, and every call uses them. */
const matchers = new Map<string, (path: string) => boolean>();
const MOST_MATCHERS = 500;

function compile(glob: string): (path: string) => boolean {
  try {
    return picomatch(glob, { dot: true, nonegate: true });
  } catch {
    return () => false;
  }
}

/** A call as rules see it. */
export interface RuledCall {
  readonly tool: Pick<AnyTool, 'name' | 'source' | 'executor'>;
  readonly subject?: RuleSubject | undefined;
}

/** Whether an allow rule alone would allow a call; only such a rule may be saved when the call is approved. */
export function ruleCovers(rule: string, { tool, subject }: RuledCall): RuleCover {
  const read = parseRule(rule);
  if (!read) return 'not-a-rule';
  if (!speaksOf(read, 'allow', tool)) return 'other-tool';
  return covering([read], subject) ? 'covers' : 'other-call';
}

/** The rule that `always allow` would save: the tool's suggestion, or all its calls. Names the source if needed. */
export async function suggestRule(tool: AnyTool, input: unknown, context: ToolContext): Promise<string> {
  const own = await tool.suggestRule?.(input, context);
  const rule = own === undefined ? undefined : parseRule(own);
  return formatRule(ruleName(tool), rule?.tool === tool.name ? rule.pattern : undefined);
}

export const bareName = (rule: string): string => rule.replace(/^\w+:/, '').replace(/\(.*$/s, '');
