'use client';

import { lazy } from 'react';
import { loadEditors } from '../elements/monaco';
import { LiveScreen } from './live-screen';
import type { LivePageProps } from './use-live-page';

const loadView = () => import('../panes/workshop/workshop-view');
const WorkshopView = lazy(loadView);

/** The parts that this page loads while it is idle. */
const PARTS = [loadView, () => import('../panes/conversation/approval-card'), loadEditors];

/** The page on which a person makes tools and tries them in the sandbox. */
export const LiveWorkshop = (props: LivePageProps) => (
  <LiveScreen live={props} parts={PARTS} current="workshop">
    <WorkshopView />
  </LiveScreen>
);
