'use client';

import { useState } from 'react';
import { cx } from '../../../elements/cx';
import { plural } from '../../../elements/format';
import { EmptyNote } from '../../../elements/pane';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { WorkflowDetails } from './workflow-details';

/** Named lists of calls, to look at and to run. */
export default function WorkflowsView() {
  const workflows = useObserved(useClientState((state) => state.ports.workflows)) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const workflow = workflows.find(({ name }) => name === chosen) ?? workflows[0];
  if (!workflow) {
    return (
      <EmptyNote>
        No workflow yet. An agent makes one with <code>WorkflowCreate</code>: calls that use the results of those before
        them.
      </EmptyNote>
    );
  }
  return (
    <div className="flex min-h-0 flex-1">
      <ul aria-label="Workflows" className="w-[30%] shrink-0 overflow-y-auto border-r border-line py-1">
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
              <span className="text-2xs text-faint">{plural(steps.length, 'step')}</span>
            </button>
          </li>
        ))}
      </ul>
      <WorkflowDetails key={workflow.name} workflow={workflow} />
    </div>
  );
}
