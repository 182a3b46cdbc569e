import { expect, it } from 'vitest';
import { SCENARIOS } from '@/lib/scenarios';
import { SCENARIO_WORDS } from '../messages/zh/scenarios';

it('has Chinese words for every scenario, and for nothing else', () => {
  expect(Object.keys(SCENARIO_WORDS).toSorted()).toEqual(SCENARIOS.map(({ id }) => id).toSorted());
});
