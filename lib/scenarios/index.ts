export { lastSteps, steps, type History, type HistoryEntry, type SeenCall, type Step } from './history';
export { lackedBy, unplayable, unplayableWords, type Unplayable } from './needs';
export { play } from './play';
export { DEFAULT_SCENARIO, findScenario, SCENARIOS } from './registry';
export { SampleSchema, type Sample } from './sample';
export type { Asked, Fault, Scenario, ScenarioSetup, ScriptedCall, ScriptedTurn } from './scenario';
