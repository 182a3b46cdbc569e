import type { RuleCover } from '@/lib/ports';
import type { AnyTool, RuleSubject } from '../tool';
import { covering } from './match-rules';
import { parseRule, speaksOf } from './rule';

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
