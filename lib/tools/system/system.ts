import { OUR_BEHAVIOUR, type Behaviour } from './behaviour';
import { OUR_NAMES, type Names } from './names';

/** A system of tools: how its calls behave, and what everything is called. Each of its tools brings it along. */
export interface System {
  readonly id: string;
  readonly behaviour: Behaviour;
  readonly names: Names;
}

export const OUR_SYSTEM: System = { id: 'toolyard', behaviour: OUR_BEHAVIOUR, names: OUR_NAMES };

/** The system that a pool of tools belongs to: that of the first tool that brings one, and tools from elsewhere keep to its ways. */
export const systemOf = (tools: readonly { readonly system?: System | undefined }[]): System =>
  tools.find(({ system }) => system)?.system ?? OUR_SYSTEM;
