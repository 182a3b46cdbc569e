import choices from './areas/choices';
import commands from './areas/commands';
import editor from './areas/editor';
import elements from './areas/elements';
import files from './areas/files';
import page from './areas/page';
import panes from './areas/panes';
import status from './areas/status';
import stores from './areas/stores';
import terminal from './areas/terminal';
import tokens from './areas/tokens';
import toolsInView from './areas/tools-in-view';

/** What the first paint of a page needs. */
export default {
  choices,
  commands,
  editor,
  elements,
  files,
  page,
  panes,
  status,
  stores,
  terminal,
  tokens,
  toolsInView,
};
