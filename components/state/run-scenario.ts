import type { StoreApi } from 'zustand/vanilla';
import { documentLocale, LOCALES } from '../messages/locale';
import { say } from './just-said';
import { scenarioLabels, type Catalogue, type ScenarioChoice } from './catalogue';
import type { ClientHandle } from './client-handle';
import { leavesEdits } from './own-edits';
import type { Ui } from './ui';

/** The scenario that Run runs. */
export const chosenScenario = (
  catalogue: Pick<Catalogue, 'scenarios'>,
  id: string | undefined,
): ScenarioChoice | undefined => catalogue.scenarios.find((scenario) => scenario.id === id) ?? catalogue.scenarios[0];

/** The scenario whose prompt, in any language, a thread began with; undefined if a person began it in words of their own. */
export const scenarioBegunBy = (
  { scenarios }: Pick<Catalogue, 'scenarios'>,
  words: string,
): ScenarioChoice | undefined =>
  scenarios.find((scenario) => LOCALES.some(({ id }) => scenarioLabels(scenario, id).prompt === words));

interface RunPage {
  client: ClientHandle;
  ui: StoreApi<Ui>;
  catalogue: Catalogue;
}

/**
 * Sends the prompt of the chosen scenario, or of another, which is chosen then, in a new thread with fresh files. If a person has
 * edited files in this one, it asks first.
 */
export function runScenario(page: RunPage, id?: string): void {
  const ui = page.ui.getState();
  if (leavesEdits(page.client.store.getState(), ui)) ui.askToLeave({ to: 'run', scenario: id });
  else runAfresh(page, id);
}

/** Pages on which a run is about to begin: a second one at once was a slip of the finger. */
const beginning = new WeakSet<ClientHandle>();

/** The same without asking. */
export function runAfresh(page: RunPage, id?: string): void {
  const { client, ui, catalogue } = page;
  const scenario = chosenScenario(catalogue, id ?? client.store.getState().options.scenario);
  if (!scenario || beginning.has(client)) return;
  beginning.add(client);
  if (id !== undefined) client.act((loaded) => loaded.setOptions({ scenario: id }));
  const { threadId } = client.store.getState();
  // The first run is on the files that are shown already.
  ui.getState().reset(threadId === null ? 'files' : undefined);
  ui.setState({ cameFrom: threadId });
  const send = say(ui, scenarioLabels(scenario, documentLocale()).prompt);
  client.act(async (loaded) => {
    try {
      if (loaded.store.getState().threadId !== null) await loaded.newThread(scenario.id);
      await send(loaded);
    } finally {
      beginning.delete(client);
    }
  });
}
