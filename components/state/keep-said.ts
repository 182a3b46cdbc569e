import type { ClientState, ClientStatus } from '@/lib/client/state';
import { readLink } from './deep-link';
import { changeSaid, forgetSaid, notLogged, takeBack } from './just-said';
import type { Page } from './page-context';
import type { Said } from './ui';

/** While the client is at it, what it was given is on its way, or waits with what is told of. */
const AT_IT: ReadonlySet<ClientStatus> = new Set(['model', 'loading', 'stopping', 'error']);

/** Follows what was said until the log has it, in one place only, over a reload, too. Returns what ends that. */
export function keepSaid({ client, ui }: Pick<Page, 'client' | 'ui'>): () => void {
  /** Whether the thread is open that the tab had left. */
  let isBack = false;
  const follow = (state: ClientState, before?: ClientState): void => {
    const { said } = ui.getState();
    if (said.length === 0) return;
    // A person who stops everything has taken back what was not sent.
    if (state.status === 'stopping') return forgetSaid(ui, said);
    const missing = notLogged(said, state.thread);
    if (missing.length < said.length)
      forgetSaid(
        ui,
        said.filter((one) => !missing.includes(one)),
      );
    takeBack(
      ui,
      missing.filter(
        (one) => (one.at === 'sent' && isLost(one, state)) || (one.at === 'unsent' && isOfAnother(one, state)),
      ),
    );
    if (state.error?.unsent !== undefined && before?.error?.unsent === undefined) settle('sent');
    if (isBack && state.status !== 'loading') {
      takeBack(
        ui,
        missing.filter((one) => one.at === 'left' && isOfAnother(one, state)),
      );
      settle('left');
    }
  };
  const settle = (at: Said['at']): void => {
    for (const one of ui.getState().said) if (one.at === at) changeSaid(ui, one.id, { at: 'unsent' });
  };
  client.act(async (loaded) => {
    const begun = ui.getState().said.findLast(({ at, thread }) => at === 'left' && thread !== '')?.thread;
    const isLed = readLink(location.search).thread !== undefined || loaded.store.getState().status === 'loading';
    // The server may have begun a thread and the tab have died before it knew.
    if (begun !== undefined && !isLed && (await loaded.exchanges(begun)).ok) await loaded.openThread(begun);
    isBack = true;
    follow(client.store.getState());
  });
  return client.store.subscribe(follow);
}

/** Whether a thread is shown that it was not said in. */
const isOfAnother = ({ thread }: Said, { threadId }: ClientState): boolean => threadId !== null && thread !== threadId;

/** Whether the client has left the thread that it was said in. */
const isLost = (said: Said, state: ClientState): boolean =>
  !AT_IT.has(state.status) || (said.thread !== '' && isOfAnother(said, state));
