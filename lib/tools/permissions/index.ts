export { dryRun, type PermissionDecision } from './dry-run';
export type { PermissionRule, Permissions } from './permissions';
export { formatRule, parseRule, ruleName, type Rule } from './rule';
export { type PermissionRequest, type PermissionCheck } from './question';
export { ruleCovers, type RuledCall } from './match-rule';
