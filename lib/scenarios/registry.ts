import { ambiguousEdit } from './ambiguous-edit';
import { askFirst } from './ask-first';
import { askThePerson } from './ask-the-person';
import { backgroundShell } from './background-shell';
import { browserScenario } from './browser';
import { cutOff } from './cut-off';
import { deniedScenario } from './denied';
import { dialectsScenario } from './dialects';
import { dynamicToolScenario } from './dynamic-tool';
import { backgroundAgent } from './background-agent';
import { cron } from './cron';
import { endlessLoop } from './endless-loop';
import { providerFailures } from './provider-failures';
import { fixTheTest } from './fix-the-test';
import { hooksScenario } from './hooks';
import { isolation } from './isolation';
import { languageService } from './language-service';
import { lazyTools } from './lazy-tools';
import { longReply } from './long-reply';
import { loopGuardScenario } from './loop-guard';
import { notebook } from './notebook';
import { parallel } from './parallel';
import { planFirst } from './plan-first';
import { rateLimitScenario } from './rate-limit';
import { mcp } from './mcp';
import { memory } from './memory';
import type { Scenario } from './scenario';
import { serveAPage } from './serve-a-page';
import { skillScenario } from './skill';
import { workflow } from './workflow';
import { tidyFiles } from './tidy-files';
import { todosAndTasks } from './todos-and-tasks';
import { subAgents } from './sub-agents';
import { truncationScenario } from './truncation';
import { unknownTool } from './unknown-tool';
import { web } from './web';
import { worktreeScenario } from './worktree';
import { validationScenario } from './validation';

/** All scenarios, in the order in which they are offered. */
export const SCENARIOS: readonly Scenario[] = [
  fixTheTest,
  askFirst,
  validationScenario,
  ambiguousEdit,
  parallel,
  tidyFiles,
  backgroundShell,
  notebook,
  languageService,
  worktreeScenario,
  subAgents,
  backgroundAgent,
  isolation,
  endlessLoop,
  planFirst,
  askThePerson,
  todosAndTasks,
  memory,
  skillScenario,
  workflow,
  cron,
  web,
  mcp,
  browserScenario,
  serveAPage,
  deniedScenario,
  hooksScenario,
  rateLimitScenario,
  loopGuardScenario,
  lazyTools,
  dynamicToolScenario,
  dialectsScenario,
  truncationScenario,
  cutOff,
  unknownTool,
  longReply,
  providerFailures,
];

export const DEFAULT_SCENARIO: Scenario = fixTheTest;

export const findScenario = (id: string): Scenario | undefined => SCENARIOS.find((scenario) => scenario.id === id);
