export { dryRun, type PermissionDecision } from './decide';
export type { PermissionRule, Permissions } from './permissions';
export { formatRule, parseRule, ruleName, type Rule } from './rule';
export { ruleCovers, type RuledCall, type Petition, type PermissionCheck } from './question';
