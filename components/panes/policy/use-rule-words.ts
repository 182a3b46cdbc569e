'use client';

import { useMemo } from 'react';
import { useHostState } from '../../state/page-context';
import { ruleWords, type RuleWords } from './rule-words';

/** Reads rules in the light of the present pool. */
export function useRuleWords(): (rule: string) => RuleWords {
  const pool = useHostState((state) => state.pool);
  const kinds = useMemo(() => new Map(pool.map(({ name, kind }) => [name, kind])), [pool]);
  return (rule) => ruleWords(rule, kinds);
}
