import type { Client, ClientState } from '@/lib/client/state';
import { saveSessionText, sessionText } from './session-text';
import type { Page } from './page-context';
import { TYPED, type Said } from './ui';

type SaidPage = Pick<Page, 'client' | 'ui'>;
type SaidUi = Page['ui'];

const KEY = 'said';
/** Between two messages, and between the parts of one. */
const [NEXT, OF] = ['\0', '\n'];

/** What this tab kept when it was left, oldest first. */
const keptSaid = (): readonly Said[] =>
  sessionText(KEY)
    .split(NEXT)
    .flatMap((kept) => {
      const [id, thread, ...lines] = kept.split(OF);
      return id && thread !== undefined ? [{ id, thread, text: lines.join(OF), at: 'left' }] : [];
    });

/** Sets what is said and not logged, here and for when this tab comes back. */
function setSaid(ui: SaidUi, said: readonly Said[]): void {
  ui.setState({ said });
  saveSessionText(KEY, said.map(({ id, thread, text }) => [id, thread, text].join(OF)).join(NEXT));
}

/** Brings back what this tab kept when it was left: what is typed, and what the log is not known to have. */
export function restoreSaid(ui: SaidUi): void {
  const { typed, type, said } = ui.getState();
  if (typed === '') type(sessionText(TYPED));
  if (said.length === 0) ui.setState({ said: keptSaid() });
}

/** Forgets what the log has, or what was refused. */
export function forgetSaid(ui: SaidUi, over: readonly Pick<Said, 'id'>[]): void {
  const ids = new Set(over.map(({ id }) => id));
  setSaid(
    ui,
    ui.getState().said.filter(({ id }) => !ids.has(id)),
  );
}

/** Sets what has become of a message. */
export const changeSaid = (ui: SaidUi, changed: string, to: Partial<Said>): void =>
  setSaid(
    ui,
    ui.getState().said.map((said) => (said.id === changed ? { ...said, ...to } : said)),
  );

/** What a person says now; returns the action that sends it. What the page refuses is told of, and forgotten. */
export function say(ui: SaidUi, text: string): (client: Client) => Promise<void> {
  const id = crypto.randomUUID();
  // Kept as of a thread that has not begun: a run begins its own.
  setSaid(ui, [...ui.getState().said, { id, text, thread: '', at: 'waiting' }]);
  return (client) => send(ui, client, { id, text });
}

/** Sends what did not get through, as the message that it was. */
export function sendAgain({ client, ui }: SaidPage, { id, text }: Said): void {
  changeSaid(ui, id, { at: 'waiting' });
  client.act((loaded) => send(ui, loaded, { id, text }));
}

async function send(ui: SaidUi, client: Client, { id, text }: Pick<Said, 'id' | 'text'>): Promise<void> {
  const thread = await client.send(text, id);
  if (thread === undefined) forgetSaid(ui, [{ id }]);
  else changeSaid(ui, id, { thread, at: 'sent' });
}

/** Puts what did not get through into the message field, where it can be changed. */
export function takeBack(ui: SaidUi, said: readonly Said[]): void {
  if (said.length === 0) return;
  const { typed, type } = ui.getState();
  type([...said.map(({ text }) => text), typed].filter((text) => text !== '').join('\n\n'));
  forgetSaid(ui, said);
}

/** What the log of the thread does not have. */
export function notLogged<S extends Pick<Said, 'id'>>(
  said: readonly S[],
  { messages }: ClientState['thread'],
): readonly S[] {
  if (said.length === 0) return said;
  const logged = new Set(messages.map(({ id }) => id));
  return said.filter(({ id }) => !logged.has(id));
}
