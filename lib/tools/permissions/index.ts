export type { PermissionRule, Permissions } from './permissions';
export { formatRule, parseRule, type Rule } from './rule';
