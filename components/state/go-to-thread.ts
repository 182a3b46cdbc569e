import type { DeepLink } from './deep-link';
import { readLink, writeLink } from './deep-link';
import type { Page } from './page-context';

/** Shows another thread; the browser's Back leads to the previous one. */
export function goToThread(page: Pick<Page, 'client' | 'ui'>, threadId: string): void {
  const link: DeepLink = { ...readLink(location.search), thread: threadId };
  history.pushState(history.state, '', `${location.pathname}${writeLink(link)}`);
  followLink(page, link);
}

/** Shows the thread of a link, or a new page if it names none. */
export function followLink({ client, ui }: Pick<Page, 'client' | 'ui'>, { thread, scenario }: DeepLink): void {
  ui.getState().reset();
  client.act((client) => (thread === undefined ? client.newThread(scenario) : client.openThread(thread)));
}
