import { keySlot } from '@/lib/protocol/keys';
import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue } from './catalogue';
import type { ClientHandle } from './client-handle';
import type { Ui } from './ui';

/** Another scenario is another project: with a thread open, the page leaves it. */
export function chooseScenario({ client, ui }: { client: ClientHandle; ui: StoreApi<Ui> }, id: string): void {
  // What stands open of the project that is left is of no use any more.
  ui.getState().reset();
  client.act((client) => {
    client.setOptions({ scenario: id });
    if (client.store.getState().threadId !== null) void client.newThread(id);
  });
}

/** Another provider's models have other names, and are elsewhere. One that needs a key and has none opens the settings, where the key goes. */
export function chooseModel(page: { client: ClientHandle; ui: StoreApi<Ui>; catalogue: Catalogue }, id: string): void {
  // Which one is not said yet: the dialog asks.
  if (id === 'cassette') return page.ui.getState().openDialog('cassette');
  page.client.act((client) => client.setOptions({ model: id, modelName: '', baseURL: '' }));
  const slot = keySlot({ model: id });
  const known = page.client.store.getState().keys.some((key) => key === slot);
  const needsKey = page.catalogue.models.find((choice) => choice.id === id)?.needsKey;
  if (needsKey && !known) page.ui.getState().openDialog('settings');
}
