export { dryRun, type PermissionDecision } from './decide';
export type { PermissionRule, Permissions } from './permissions';
export type { Petition } from './question';
export type { PermissionCheck } from './ruling';
export { formatRule, parseRule, ruleName, type Rule } from './rule';
export { ruleCovers, type RuledCall } from './match-rules';
