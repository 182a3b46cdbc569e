import type { Text } from '../messages/text';
import { focusNextPane } from '../state/focus-pane';
import { always, type GroupedCommand } from './command';

/** The way out of an element that takes every key for itself. */
export const nextPane = (text: Text<'commands'>): GroupedCommand => ({
  id: 'next-pane',
  title: text('nextPane'),
  keys: [{ key: 'F6' }],
  anywhere: true,
  first: true,
  enabled: always,
  run: focusNextPane,
});
