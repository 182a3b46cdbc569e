import { eraseTool } from '../../erase-tool';
import type { AnyTool } from '../../tool';
import { toolCreate } from './tool-create';
import { toolUpdate } from './tool-update';

/** The specialist tier, in the order in which models see it. */
export const specialistTools: readonly AnyTool[] = [eraseTool(toolCreate), eraseTool(toolUpdate)];
