'use client';

import { useMemo } from 'react';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { ruleLabel, type RuleLabel } from './rule-label';

/** Parses rules using the present pool. */
export function useRuleLabel(): (rule: string) => RuleLabel {
  const text = useText('policy');
  const pool = useClientState((state) => state.pool);
  const kinds = useMemo(() => new Map(pool.map(({ name, kind }) => [name, kind])), [pool]);
  return (rule) => ruleLabel(rule, kinds, text);
}
