import type { Unplayable } from '@/lib/scenarios';
import type { CurrentToolset } from '../executor/toolset';
import type { CurrentSettings } from '../settings/current-settings';

/** Why a model that plays scenarios cannot play what words start; undefined where it can, or where they start nothing. */
export type ScenarioCheck = (words: string) => Promise<Unplayable | undefined>;

/** Checks a scenario against the design of the tools that is chosen. Other models are held to no script. */
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
