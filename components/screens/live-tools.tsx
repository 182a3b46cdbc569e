'use client';

import { lazy } from 'react';
import { loadEditors } from '../elements/monaco';
import { LiveScreen } from './live-screen';
import type { LivePageProps } from './use-live-page';

const loadView = () => import('../panes/tools/tools-view');
const ToolsView = lazy(loadView);

/** The parts that this page loads while it is idle. */
const PARTS = [loadView, () => import('../panes/conversation/approval-card'), loadEditors];

/** The page of all tools: calls run in its sandbox, on its project. */
export const LiveTools = (props: LivePageProps) => (
  <LiveScreen live={props} parts={PARTS} current="tools">
    <ToolsView />
  </LiveScreen>
);
