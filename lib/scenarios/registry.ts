import { askFirst } from './ask-first';
import { endlessLoop } from './endless-loop';
import { faults } from './faults';
import { fixTheTest } from './fix-the-test';
import { longReply } from './long-reply';
import type { Scenario } from './scenario';

/** Every scenario, in the order in which people are offered them. */
export const SCENARIOS: readonly Scenario[] = [fixTheTest, askFirst, endlessLoop, longReply, faults];

export const DEFAULT_SCENARIO: Scenario = fixTheTest;

export const findScenario = (id: string): Scenario | undefined => SCENARIOS.find((scenario) => scenario.id === id);
