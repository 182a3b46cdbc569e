import { keySlot } from '@/lib/protocol/keys';
import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue } from './catalogue';
import type { ClientHandle } from './client-handle';
import { leavesEdits } from './own-edits';
import type { Ui } from './ui';

interface ChoosingPage {
  client: ClientHandle;
  ui: StoreApi<Ui>;
}

/** Chooses a scenario. It has another project, so an open thread is left; if a person has edited files in it, it asks first. */
export function chooseScenario(page: ChoosingPage, id: string): void {
  const ui = page.ui.getState();
  if (leavesEdits(page.client.store.getState(), ui)) ui.askToLeave({ to: 'scenario', scenario: id });
  else leaveForScenario(page, id);
}

/** The same without asking. */
export function leaveForScenario({ client, ui }: ChoosingPage, id: string): void {
  // Open files of the project that is left are of no more use.
  ui.getState().reset();
  client.act((client) => {
    client.setOptions({ scenario: id });
    if (client.store.getState().threadId !== null) void client.newThread(id);
  });
}

/** Begins a new thread; if a person has edited files in the open one, it asks first. */
export function beginThread(page: ChoosingPage): void {
  const ui = page.ui.getState();
  if (leavesEdits(page.client.store.getState(), ui)) ui.askToLeave({ to: 'thread' });
  else leaveForThread(page);
}

/** The same without asking. */
export function leaveForThread({ client, ui }: ChoosingPage): void {
  ui.getState().reset();
  client.act((client) => client.newThread());
}

/** Chooses a model and resets its name and address. If it needs a key and has none, the settings open, where the key goes. */
export function chooseModel(page: { client: ClientHandle; ui: StoreApi<Ui>; catalogue: Catalogue }, id: string): void {
  // The cassette is not known yet: the dialog asks for it.
  if (id === 'cassette') return page.ui.getState().openDialog('cassette');
  page.client.act((client) => client.setOptions({ model: id, modelName: '', baseURL: '' }));
  const slot = keySlot({ model: id });
  const known = page.client.store.getState().keys.some((key) => key === slot);
  const needsKey = page.catalogue.models.find((choice) => choice.id === id)?.needsKey;
  if (needsKey && !known) page.ui.getState().openDialog('settings');
}
