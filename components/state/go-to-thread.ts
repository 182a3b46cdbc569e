import type { DeepLink } from './deep-link';
import { readLink, writeLink } from './deep-link';
import type { Page } from './page-context';

/** Shows another thread; the one before it is one step back. */
export function goToThread(page: Pick<Page, 'hands' | 'ui'>, threadId: string): void {
  const link: DeepLink = { ...readLink(location.search), thread: threadId };
  history.pushState(history.state, '', `${location.pathname}${writeLink(link)}`);
  followLink(page, link);
}

/** Shows the thread of a link, or a fresh page where it names none. */
export function followLink({ hands, ui }: Pick<Page, 'hands' | 'ui'>, { thread, scenario }: DeepLink): void {
  ui.getState().reset();
  hands.act((host) => (thread === undefined ? host.newThread(scenario) : host.openThread(thread)));
}
