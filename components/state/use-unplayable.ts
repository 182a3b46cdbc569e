import { useLocale, useText } from '../messages/use-text';
import { scenarioLabels, type ScenarioChoice } from './catalogue';
import { usePage } from './page-context';
import { useSaid } from '../messages/use-said';
import { inRow } from '../messages/locale';

/** Why a scenario cannot be played with a preset, for people; undefined if it can. */
export function useUnplayable(scenario: ScenarioChoice | undefined, preset: string): string | undefined {
  const { presets } = usePage().catalogue;
  const [text, said] = [useText('conversation'), useSaid('lack')];
  const locale = useLocale();
  const refused = scenario?.unplayable?.[preset];
  if (!scenario || !refused) return undefined;
  const design = presets.find(({ id }) => id === preset)?.title ?? preset;
  return text('unplayable', {
    name: scenarioLabels(scenario, locale).title,
    design,
    lacks: inRow(refused.lacks.map(said), locale),
  });
}
