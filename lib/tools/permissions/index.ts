export { dryRun, type PermissionDecision } from './dry-run';
export type { PermissionRule, Permissions } from './permissions';
export type { Petition } from './question';
export type { PermissionCheck } from './report';
export { formatRule, parseRule, ruleName, type Rule } from './rule';
export { ruleCovers, type RuledCall } from './rule-covers';
