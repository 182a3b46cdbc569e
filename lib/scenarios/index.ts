export { inChinese, setupInChinese } from './chinese';
export { isRefused } from './endings';
export { lastSteps, steps, type History, type HistoryEntry, type SeenCall, type AnsweredCall } from './history';
export { lackedBy, unplayable, unplayableWords, type Unplayable } from './needs';
export { goesOn, play } from './play';
export { DEFAULT_SCENARIO, findScenario, SCENARIOS } from './registry';
export { SampleSchema, type Sample } from './sample';
export type { CallFor, TurnAttempt, Fault, Scenario, ScenarioSetup, ScriptedCall, ScriptedTurn } from './scenario';
