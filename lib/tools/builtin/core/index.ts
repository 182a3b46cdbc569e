import { eraseTool } from '../../erase-tool';
import type { AnyTool } from '../../tool';
import { askUser } from './ask-user';
import { bash } from './bash';
import { bashOutput } from './bash-output';
import { deleteTool } from './delete';
import { deleteRange } from './delete-range';
import { edit } from './edit';
import { glob } from './glob';
import { grep } from './grep';
import { killShell } from './kill-shell';
import { ls } from './ls';
import { move } from './move';
import { multiEdit } from './multi-edit';
import { read } from './read';
import { toolSearch } from './tool-search';
import { webFetch } from './web-fetch';
import { webSearch } from './web-search';
import { write } from './write';

/** The core tier, in the order in which models see it. */
export const coreTools: readonly AnyTool[] = [
  eraseTool(read),
  eraseTool(write),
  eraseTool(edit),
  eraseTool(multiEdit),
  eraseTool(deleteRange),
  eraseTool(move),
  eraseTool(deleteTool),
  eraseTool(ls),
  eraseTool(glob),
  eraseTool(grep),
  eraseTool(bash),
  eraseTool(bashOutput),
  eraseTool(killShell),
  eraseTool(askUser),
  eraseTool(toolSearch),
  eraseTool(webFetch),
  eraseTool(webSearch),
];
