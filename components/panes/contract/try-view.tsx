'use client';

import type { PoolEntryView } from '@/lib/client/executor/tool-state';
import { Play, Square } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../elements/button';
import { CodeEditor } from '../../elements/monaco';
import { EmptyNote } from '../../elements/pane';
import { useClientState, useUi } from '../../state/page-context';
import { markersOf } from '../issues/markers';
import { examplesOf } from './example-args';
import { prepareCall } from './prepare-call';
import { TriedResult } from './tried-result';
import { useTry } from './use-try';

const laidOut = (value: unknown): string => JSON.stringify(value, null, 2);

/** Calls the tool as a model would, and shows what a model would get back. */
export function TryView({ entry }: { entry: PoolEntryView }) {
  const { name, tool } = entry;
  const examples = useMemo(() => examplesOf(tool), [tool]);
  const [args, setArgs] = useState(() => laidOut(examples.good));
  const { run, stop, state } = useTry();
  /** A prepared call is made with what has to come before it. */
  const call = (): void => {
    if (args !== laidOut(examples.good) || !examples.before?.length) return run(async () => ({ name, args }));
    run(async (client, signal) => {
      const prepared = laidOut(await prepareCall(client, examples, tool, signal));
      setArgs(prepared);
      return { name, args: prepared };
    });
  };
  const askWhy = useUi((ui) => ui.askWhy);
  const waits = useClientState((client) => client.approvals.length > 0);
  const issues = state.phase === 'settled' && state.args === args ? state.resolved.result.issues : undefined;
  const markers = useMemo(() => markersOf(args, issues ?? []), [args, issues]);
  const example = args === laidOut(examples.good) && (examples.only ?? examples.before?.length);
  const running = state.phase === 'running';

  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-h-0 min-w-0 flex-col border-r border-line">
        <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-1 border-b border-line py-0.5 pr-1.5 pl-1.5">
          <Button look="quiet" className="h-6 px-1.5 text-xs" onClick={() => setArgs(laidOut(examples.good))}>
            Good call
          </Button>
          {examples.bad && (
            <Button look="quiet" className="h-6 px-1.5 text-xs" onClick={() => setArgs(laidOut(examples.bad))}>
              Bad call
            </Button>
          )}
          <Button look="quiet" className="h-6 px-1.5 text-xs" onClick={() => askWhy({ name, args })}>
            Dry run
          </Button>
          <span className="flex-1" />
          {running ? (
            <Button className="h-6 px-2 text-xs" onClick={stop}>
              <Square aria-hidden size={10} fill="currentColor" /> Stop
            </Button>
          ) : (
            <Button look="primary" className="h-6 px-2 text-xs" onClick={call}>
              <Play aria-hidden size={11} fill="currentColor" /> Call {name}
            </Button>
          )}
        </div>
        {example && (
          <p className="shrink-0 border-b border-line px-3 py-1 text-2xs text-dim">
            {examples.only ?? `Called first: ${examples.before?.map((first) => first.tool).join(', ')}.`}
          </p>
        )}
        <CodeEditor
          label={`Arguments for ${name}`}
          path="arguments.json"
          text={args}
          onChange={setArgs}
          onSave={call}
          markers={markers}
          wrap
        />
      </div>
      {state.phase === 'settled' ? (
        <TriedResult resolved={state.resolved} />
      ) : (
        <EmptyNote>
          {running
            ? waits
              ? 'The call waits for you: allow or deny it in the conversation.'
              : 'The call runs…'
            : 'Runs in the sandbox through the whole pipeline, outside any thread. What a model would read comes here.'}
        </EmptyNote>
      )}
    </div>
  );
}
