'use client';

import { useState } from 'react';
import { cx } from '../../../elements/cx';
import { EmptyNote } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useText } from '../../../messages/use-text';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { WorkflowDetails } from './workflow-details';

/** Named lists of calls, to inspect and run. */
export default function WorkflowsView() {
  const [text, names] = [useText('storeViews'), useText('stores')];
  const workflows = useObserved(useClientState((state) => state.ports.workflows)) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const workflow = workflows.find(({ name }) => name === chosen) ?? workflows[0];
  if (!workflow) {
    return <EmptyNote>{text.rich('workflowsNone', TAGS)}</EmptyNote>;
  }
  return (
    <div className="list-beside">
      <ul aria-label={names('workflows')} className="w-[30%] shrink-0 overflow-y-auto border-r border-line py-1">
        {workflows.map(({ name, steps }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === workflow.name}
              onClick={() => setChosen(name)}
              className={cx(
                'grid w-full px-3 py-1 text-left hover:bg-hover',
                name === workflow.name && 'bg-raised shadow-[inset_2px_0_var(--accent)]',
              )}
            >
              <span className="truncate">{name}</span>
              <span className="text-2xs text-faint">{text('stepsCount', { count: steps.length })}</span>
            </button>
          </li>
        ))}
      </ul>
      <WorkflowDetails key={workflow.name} workflow={workflow} />
    </div>
  );
}
