import type { AnyTool } from '../tool';
import { advancedTools } from './advanced';
import { coreTools } from './core';
import { specialistTools } from './specialist';

/** Every tool of ours, tier by tier, in the order in which models see them. */
export const builtinTools: readonly AnyTool[] = [...coreTools, ...advancedTools, ...specialistTools];
