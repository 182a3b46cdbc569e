import { eraseTool } from '../../erase-tool';
import type { AnyTool } from '../../tool';
import { bash } from './bash';
import { edit } from './edit';
import { glob } from './glob';
import { grep } from './grep';
import { read } from './read';
import { toolSearch } from './tool-search';
import { write } from './write';

/** The core tier, in the order in which models see it. */
export const coreTools: readonly AnyTool[] = [
  eraseTool(read),
  eraseTool(write),
  eraseTool(edit),
  eraseTool(glob),
  eraseTool(grep),
  eraseTool(bash),
  eraseTool(toolSearch),
];
