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

/** A model that needs a key opens the settings, where the key goes. */
export function chooseModel(page: { hands: HostHandle; ui: StoreApi<Ui>; catalogue: Catalogue }, id: string): void {
  page.hands.act((host) => host.setOptions({ model: id }));
  if (page.catalogue.models.find((choice) => choice.id === id)?.needsKey) page.ui.getState().openDialog('settings');
}
