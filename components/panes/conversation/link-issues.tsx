'use client';

import { useLocale, useText } from '../../messages/use-text';
import { modelChoices, scenarioLabels } from '../../state/catalogue';
import { usePage, useUi } from '../../state/page-context';
import type { LinkIssue } from '../../state/ui';

/** Parts of the link that name something unknown here. */
export default function LinkIssues() {
  const faults = useUi((ui) => ui.linkIssues);
  const text = useText('linkIssues');
  const standIn = useStandIn();
  return (
    <div className="grid gap-2">
      {faults.map((fault) => (
        <p key={fault.part} role="status" className="rounded-lg border border-wait bg-panel p-3">
          {text('linkIssue', { part: text(PARTS[fault.part]), value: fault.value, instead: standIn(fault) })}
        </p>
      ))}
    </div>
  );
}

/** What is used instead of what a link asked for. */
function useStandIn(): (fault: LinkIssue) => string {
  const { scenarios, models } = usePage().catalogue;
  const [text, choices, locale] = [useText('linkIssues'), useText('choices'), useLocale()];
  const [scenario] = scenarios;
  const [model] = modelChoices(choices, models);
  return ({ part }) => {
    const name = part === 'scenario' ? scenario && scenarioLabels(scenario, locale).title : model?.title;
    return (part === 'scenario' || part === 'model') && name ? text('linkInstead', { name }) : text('linkIgnored');
  };
}

const PARTS = {
  scenario: 'partScenario',
  model: 'partModel',
  preset: 'partPreset',
  toolMode: 'partToolMode',
  dialect: 'partDialect',
  speed: 'partSpeed',
  mode: 'partMode',
  sandbox: 'partSandbox',
  pane: 'partPane',
} as const satisfies Record<LinkIssue['part'], string>;
