import { ambiguousEdit } from './ambiguous-edit';
import { askFirst } from './ask-first';
import { askThePerson } from './ask-the-person';
import { backgroundShell } from './background-shell';
import { browser } from './browser';
import { cutOff } from './cut-off';
import { denied } from './denied';
import { dialects } from './dialects';
import { dynamicTool } from './dynamic-tool';
import { backgroundAgent } from './background-agent';
import { cron } from './cron';
import { endlessLoop } from './endless-loop';
import { faults } from './faults';
import { fixTheTest } from './fix-the-test';
import { hooks } from './hooks';
import { isolation } from './isolation';
import { languageService } from './language-service';
import { lazyTools } from './lazy-tools';
import { longReply } from './long-reply';
import { loopGuard } from './loop-guard';
import { notebook } from './notebook';
import { parallel } from './parallel';
import { planFirst } from './plan-first';
import { rateLimit } from './rate-limit';
import { mcp } from './mcp';
import { memory } from './memory';
import type { Scenario } from './scenario';
import { serveAPage } from './serve-a-page';
import { skill } from './skill';
import { workflow } from './workflow';
import { tidyFiles } from './tidy-files';
import { todosAndTasks } from './todos-and-tasks';
import { subAgents } from './sub-agents';
import { truncation } from './truncation';
import { unknownTool } from './unknown-tool';
import { web } from './web';
import { worktree } from './worktree';
import { validation } from './validation';

/** Every scenario, in the order in which people are offered them. */
export const SCENARIOS: readonly Scenario[] = [
  fixTheTest,
  askFirst,
  validation,
  ambiguousEdit,
  parallel,
  tidyFiles,
  backgroundShell,
  notebook,
  languageService,
  worktree,
  subAgents,
  backgroundAgent,
  isolation,
  endlessLoop,
  planFirst,
  askThePerson,
  todosAndTasks,
  memory,
  skill,
  workflow,
  cron,
  web,
  mcp,
  browser,
  serveAPage,
  denied,
  hooks,
  rateLimit,
  loopGuard,
  lazyTools,
  dynamicTool,
  dialects,
  truncation,
  cutOff,
  unknownTool,
  longReply,
  faults,
];

export const DEFAULT_SCENARIO: Scenario = fixTheTest;

export const findScenario = (id: string): Scenario | undefined => SCENARIOS.find((scenario) => scenario.id === id);
