export { dryRun, type PermissionDecision } from './decide';
export type { PermissionRule, Permissions } from './permissions';
export type { Petition, PermissionCheck } from './question';
export { formatRule, parseRule, ruleName, type Rule } from './rule';
export { ruleCovers, type RuledCall } from './match-rules';
