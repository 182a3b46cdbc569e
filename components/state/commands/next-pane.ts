import { focusNextPane } from '../focus-pane';
import { always, type GroupedCommand } from './command';

/** The way out of what takes every key for itself. */
export const nextPane: GroupedCommand = {
  id: 'next-pane',
  title: 'Next pane, also out of the editor and the terminal',
  keys: [{ key: 'F6' }],
  anywhere: true,
  first: true,
  enabled: always,
  run: focusNextPane,
};
