import { keySlot } from '@/lib/protocol/keys';
import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue } from './catalogue';
import type { HostHandle } from './host-handle';
import type { Ui } from './ui';

/** Another scenario is another project: with a thread open, the page leaves it. */
export function chooseScenario({ hands }: { hands: HostHandle }, id: string): void {
  hands.act((host) => {
    host.setOptions({ scenario: id });
    if (host.store.getState().threadId !== null) void host.newThread(id);
  });
}

/** Another provider's models have other names, and are elsewhere. One that needs a key and has none opens the settings, where the key goes. */
export function chooseModel(page: { hands: HostHandle; ui: StoreApi<Ui>; catalogue: Catalogue }, id: string): void {
  // Which one is not said yet: the dialog asks.
  if (id === 'cassette') return page.ui.getState().openDialog('cassette');
  page.hands.act((host) => host.setOptions({ model: id, modelName: '', baseURL: '' }));
  const slot = keySlot({ model: id });
  const known = page.hands.store.getState().keys.some((key) => key === slot);
  const needsKey = page.catalogue.models.find((choice) => choice.id === id)?.needsKey;
  if (needsKey && !known) page.ui.getState().openDialog('settings');
}
