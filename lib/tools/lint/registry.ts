import type { LintRule } from './rule';
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
