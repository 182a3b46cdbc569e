import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue, ScenarioChoice } from './catalogue';
import type { HostHandle } from './host-handle';
import type { Ui } from './ui';

/** The scenario that Run runs. */
export const chosenScenario = (
  catalogue: Pick<Catalogue, 'scenarios'>,
  id: string | undefined,
): ScenarioChoice | undefined => catalogue.scenarios.find((scenario) => scenario.id === id) ?? catalogue.scenarios[0];

/** Says the scenario's words in a fresh thread. */
export function runScenario(page: { hands: HostHandle; ui: StoreApi<Ui>; catalogue: Catalogue }): void {
  const { hands, ui, catalogue } = page;
  const scenario = chosenScenario(catalogue, hands.store.getState().options.scenario);
  if (!scenario) return;
  ui.getState().reset();
  hands.act(async (host) => {
    if (host.store.getState().threadId !== null) await host.newThread(scenario.id);
    await host.send(scenario.prompt);
  });
}
