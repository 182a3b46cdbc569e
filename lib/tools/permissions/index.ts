export { dryRun, type PermissionDecision } from './decide';
export type { PermissionRule, Permissions } from './permissions';
export { formatRule, parseRule, ruleName, type Rule } from './rule';
export { type Petition, type PermissionCheck } from './checks';
export { ruleCovers, type RuledCall } from './match-rule';
