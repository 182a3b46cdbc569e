import choices from './areas/choices';
import commands from './areas/commands';
import conversation from './areas/conversation';
import editor from './areas/editor';
import elements from './areas/elements';
import files from './areas/files';
import header from './areas/header';
import page from './areas/page';
import panes from './areas/panes';
import status from './areas/status';
import statusBar from './areas/status-bar';
import stores from './areas/stores';
import terminal from './areas/terminal';
import tokens from './areas/tokens';
import toolsInView from './areas/tools-in-view';

/** What the first paint of a page needs. */
export default {
  choices,
  commands,
  conversation,
  editor,
  elements,
  files,
  header,
  page,
  panes,
  status,
  statusBar,
  stores,
  terminal,
  tokens,
  toolsInView,
};
