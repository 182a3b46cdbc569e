import picomatch from 'picomatch/posix';
import type { RuleCover } from '@/lib/ports';
import { unescapeStars, matchWildcard } from '../match-wildcard';
import type { AnyTool, RuleSubject, ToolContext } from '../tool';
import type { PermissionRule } from './permissions';
import { formatRule, parseRule, ruleName, speaksOf, type Rule } from './rule';

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
