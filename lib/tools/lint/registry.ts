import type { LintRule, Finding, Found, Level } from './rule';
import { booleanRules } from './rules/booleans';
import { consistencyRules } from './rules/consistency';
import { descriptionRules } from './rules/descriptions';
import { effectRules } from './rules/effects';
import { fieldRules } from './rules/fields';
import { nameRules } from './rules/names';
import { overlapRules } from './rules/overlap';
import { providerRules } from './rules/providers';
import { resultRules } from './rules/results';
import { secretRules } from './rules/secrets';
import { valueRules } from './rules/values';
import { messageOf } from '@/lib/protocol/message-of';
import type { ToolDesign } from './design';

/** Every rule, in the order in which they are documented. */
export const RULES: readonly LintRule[] = [
  ...nameRules,
  ...descriptionRules,
  ...effectRules,
  ...fieldRules,
  ...valueRules,
  ...booleanRules,
  ...consistencyRules,
  ...providerRules,
  ...secretRules,
  ...overlapRules,
  ...resultRules,
];

const ORDER: Readonly<Record<Level, number>> = { error: 0, warning: 1, note: 2 };

/** Maximum findings per rule and tool that are listed individually. */
const MOST = 50;

/** Lints designs: findings by tool, worst first. Never throws. */
export const lint = (tools: readonly ToolDesign[], all: readonly ToolDesign[] = tools): Finding[] =>
  tools.flatMap((tool) => lintTool(tool, all));

/** The findings about one tool; `all` are the tools it is offered with, including itself. */
export function lintTool(tool: ToolDesign, all: readonly ToolDesign[]): Finding[] {
  const findings = RULES.flatMap(({ id: rule, level, check }): Finding[] => {
    try {
      return upTo(MOST, check(tool, all)).map((found) => ({ rule, level, tool: tool.name, ...found }));
    } catch (error) {
      const message = `This rule could not be applied: ${messageOf(error)}`;
      return [{ rule, level: 'note', tool: tool.name, at: '', message }];
    }
  });
  return findings.toSorted((a, b) => ORDER[a.level] - ORDER[b.level]);
}

/** The first findings, and a count of the rest. */
const upTo = (most: number, found: readonly Found[]): readonly Found[] =>
  found.length <= most
    ? found
    : [...found.slice(0, most), { at: '', message: `This rule finds ${found.length - most} more like these.` }];
