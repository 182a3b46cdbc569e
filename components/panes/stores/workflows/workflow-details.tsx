'use client';

import { ownValue } from '@/lib/protocol/own-value';
import type { Workflow, WorkflowStep } from '@/lib/ports';
import { toolsNeededBy } from '@/lib/tools/builtin/workflow/needed-by';
import { Play, Square, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button, IconButton } from '../../../elements/button';
import { useText } from '../../../messages/use-text';
import { useAct, useClientState } from '../../../state/page-context';
import { TriedResult } from '../../tester/tried-result';
import { useTry } from '../../tester/use-try';

/** The executor of the tool that runs workflows, under every preset that has one. */
const RUNNER = 'WorkflowRun';

/** One workflow: its steps, its inputs, and a run of it with the result of each step. */
export function WorkflowDetails({ workflow }: { workflow: Workflow }) {
  const { name, description, steps } = workflow;
  const act = useAct();
  const text = useText('storeViews');
  const workflows = useClientState((state) => state.ports.workflows);
  // Until the tools have loaded, it is unknown whether the tool is missing.
  const missing = useClientState(
    ({ pool }) => pool.length > 0 && !pool.some(({ name: own, enabled }) => own === RUNNER && enabled),
  );
  const { run, stop, state, output } = useTry();
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const needed = toolsNeededBy(workflow);
  const running = state.phase === 'running';

  const start = (event: FormEvent): void => {
    event.preventDefault();
    const input = Object.fromEntries(needed.map((key) => [key, ownValue(given, key) ?? '']));
    const args = JSON.stringify({ name, ...(needed.length > 0 && { input }) });
    run(async () => ({ name: RUNNER, args }));
  };

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
      <form onSubmit={start} className="flex flex-wrap items-center gap-1.5 px-3 py-1.5">
        <span className="mr-auto min-w-0 truncate text-dim" title={description}>
          {description}
        </span>
        {needed.map((key) => (
          <input
            key={key}
            required
            aria-label={key}
            placeholder={key}
            value={ownValue(given, key) ?? ''}
            onChange={({ target }) => setGiven({ ...given, [key]: target.value })}
            className="field w-32"
          />
        ))}
        {running ? (
          <Button onClick={stop}>
            <Square aria-hidden size={12} /> {text('stop')}
          </Button>
        ) : (
          <Button type="submit" look="primary" disabled={missing}>
            <Play aria-hidden size={12} /> {text('run')}
          </Button>
        )}
        <IconButton
          label={text('delete', { name })}
          disabled={running}
          onClick={() => act(() => workflows?.remove(name))}
        >
          <Trash2 aria-hidden size={13} />
        </IconButton>
      </form>
      {missing && <p className="px-3 pb-1.5 text-dim">{text('cannotRun', { tool: RUNNER })}</p>}
      <ol aria-label={text('steps')} className="shrink-0 px-3 pb-1.5">
        {steps.map((step, index) => (
          <Step key={step.id} step={step} number={index + 1} />
        ))}
      </ol>
      {(running || output !== '') && (
        <pre
          aria-label={text('progress')}
          tabIndex={0}
          className="mx-3 mb-1.5 shrink-0 overflow-x-auto text-2xs text-dim"
        >
          {output || text('starting')}
        </pre>
      )}
      {state.phase === 'settled' && <TriedResult resolved={state.resolved} />}
    </div>
  );
}

function Step({ step: { id, tool, input }, number }: { step: WorkflowStep; number: number }) {
  const args = JSON.stringify(input);
  return (
    <li className="flex items-baseline gap-2 py-0.5 font-mono text-xs" title={args}>
      <span className="shrink-0 text-faint tabular-nums">{number}</span>
      <span className="shrink-0">{id}</span>
      <span className="shrink-0 text-dim">{tool}</span>
      <span className="min-w-0 truncate text-faint">{args}</span>
    </li>
  );
}
