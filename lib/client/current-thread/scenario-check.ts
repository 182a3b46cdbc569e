import type { Unplayable } from '@/lib/scenarios';
import type { CurrentToolset } from '../page-tools';
import type { CurrentSettings } from '../settings/current-settings';

/**
 * Why a model that plays scenarios cannot play the one that a prompt starts; undefined if it can, or if the prompt starts none.
 */
export type ScenarioCheck = (words: string) => Promise<Unplayable | undefined>;

/** Checks a scenario against the chosen preset. Other models follow no script. */
export function scenarioCheck({
  settings,
  toolset,
}: {
  settings: Pick<CurrentSettings, 'options'>;
  toolset: Pick<CurrentToolset, 'load'>;
}): ScenarioCheck {
  return async (words) => {
    const { preset, model = 'scripted' } = settings.options;
    if (!preset || (model !== 'scripted' && model !== 'careless')) return undefined;
    const [{ unplayableWords }, { findPreset }, { havingOf }, { pool }] = await Promise.all([
      import('@/lib/scenarios'),
      import('@/lib/tools/presets'),
      import('@/lib/tools/system'),
      toolset.load(),
    ]);
    const title = findPreset(preset)?.title;
    return title === undefined ? undefined : unplayableWords(words, title, havingOf(pool.map(({ tool }) => tool)));
  };
}
