import { askFirst } from './ask-first';
import { cutOff } from './cut-off';
import { denied } from './denied';
import { dynamicTool } from './dynamic-tool';
import { endlessLoop } from './endless-loop';
import { faults } from './faults';
import { fixTheTest } from './fix-the-test';
import { hooks } from './hooks';
import { lazyTools } from './lazy-tools';
import { longReply } from './long-reply';
import { loopGuard } from './loop-guard';
import { rateLimit } from './rate-limit';
import type { Scenario } from './scenario';
import { truncation } from './truncation';
import { unknownTool } from './unknown-tool';

/** Every scenario, in the order in which people are offered them. */
export const SCENARIOS: readonly Scenario[] = [
  fixTheTest,
  askFirst,
  endlessLoop,
  denied,
  hooks,
  rateLimit,
  loopGuard,
  lazyTools,
  dynamicTool,
  truncation,
  cutOff,
  unknownTool,
  longReply,
  faults,
];

export const DEFAULT_SCENARIO: Scenario = fixTheTest;

export const findScenario = (id: string): Scenario | undefined => SCENARIOS.find((scenario) => scenario.id === id);
