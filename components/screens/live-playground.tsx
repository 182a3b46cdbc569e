'use client';

import { Playground } from './playground';
import { useLivePage, type LivePageProps } from './use-live-page';

const loadWatch = async () => (await import('./watch-page')).watchPage;

/** The playground with the real client. */
export const LivePlayground = (props: LivePageProps) => <Playground page={useLivePage(props, loadWatch)} />;
