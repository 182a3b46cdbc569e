import picomatch from 'picomatch/posix';
import type { RuleCover } from '@/lib/ports';
import { unescapeStars, matchWildcard } from '../match-wildcard';
import type { AnyTool, RuleSubject, ToolContext } from '../tool';
import type { PermissionRule } from './permissions';
import { formatRule, parseRule, ruleName, speaksOf, type Rule } from './rule';

/** Rules live as long as the settings they stand in, and every call reads them. */
const parsed = new WeakMap<PermissionRule, Rule | null>();

function parsedOnce(rule: PermissionRule): Rule | null {
  const known = parsed.get(rule);
  if (known !== undefined) return known;
  const read = parseRule(rule.rule) ?? null;
  parsed.set(rule, read);
  return read;
}

/** The parsed rules of one behaviour that speak of the tool. A rule nobody can parse speaks of none. */
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

/** The first rule that matches any part of a call: how deny and ask rules count. */
export function firstMatch(rules: readonly Rule[], subject: RuleSubject | undefined): Rule | undefined {
  return rules.find(
    (rule) => rule.pattern === undefined || partsOf(subject).some((part) => matches(rule, part, subject)),
  );
}

/** The rules that together cover every part of a call: how allow rules count. Undefined if they do not. */
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

/** A command line may be allowed word for word, whatever is in it. */
const isWholeLine = (pattern: string, subject: RuleSubject | undefined): boolean =>
  subject?.kind === 'command' && unescapeStars(pattern) === subject.whole.trim();

function partsOf(subject: RuleSubject | undefined): readonly string[] {
  if (!subject) return [];
  return subject.kind === 'path' ? subject.paths : subject.commands;
}

function matches({ pattern = '' }: Rule, part: string, subject: RuleSubject | undefined): boolean {
  return subject?.kind === 'path' ? matchPath(pattern, part, subject.root) : matchCommand(pattern, part);
}

/** Whether a command matches a pattern: `npm test:*` as a prefix in whole words, `*` anywhere as any text, or word for word. */
export function matchCommand(pattern: string, command: string): boolean {
  if (!pattern.endsWith(':*')) return matchWildcard(pattern, command);
  const prefix = pattern.slice(0, -2).trimEnd();
  return command === prefix || command.startsWith(`${prefix} `);
}

/** Whether an absolute path matches a glob; a relative glob starts at `root`. A glob that is none matches nothing. */
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

/** Compiled globs: there are few, and every call meets them again. */
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

/** Whether an allow rule by itself would let a call through: what may be saved from its approval. */
export function ruleCovers(rule: string, { tool, subject }: RuledCall): RuleCover {
  const read = parseRule(rule);
  if (!read) return 'not-a-rule';
  if (!speaksOf(read, 'allow', tool)) return 'other-tool';
  return covering([read], subject) ? 'covers' : 'other-call';
}

/** The rule that `always allow` would save for a call: the tool's own suggestion, or all calls of the tool. Names its source. */
export async function suggestRule(tool: AnyTool, input: unknown, context: ToolContext): Promise<string> {
  const own = await tool.suggestRule?.(input, context);
  const rule = own === undefined ? undefined : parseRule(own);
  return formatRule(ruleName(tool), rule?.tool === tool.name ? rule.pattern : undefined);
}
