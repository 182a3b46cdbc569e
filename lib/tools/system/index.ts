export { OUR_BEHAVIOUR, type Behaviour, type CheckOrder, type PipelineTexts, type Scheduling } from './behaviour';
export { havingOf, underTheirNames, type Having } from './having';
export { namesOf, naming, OUR_NAMES, type Addressed, type Names } from './names';
export { OUR_SYSTEM, systemOf, type System } from './system';
