'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { parseAnyJson } from '@/lib/protocol';
import { toJsonSchema, validate } from '@/lib/schema';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { cx } from '../../elements/cx';
import { EmptyNote } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import type { DraftCall } from '../../state/ui';
import { examplesOf } from '../contract/example-args';
import { ArgumentsEditor } from './arguments-editor';
import { CopyCall } from './copy-call';
import { HistoryList } from './history-list';
import { noteTriedCall } from './history';
import { prepareCall } from './prepare-call';
import { TesterBar } from './tester-bar';
import { TriedResult } from './tried-result';
import { useTry } from './use-try';

const laidOut = (value: unknown): string => JSON.stringify(value, null, 2);

const SIDES =
  'grid min-h-0 flex-1 grid-cols-1 overflow-y-auto @2xl/tester:grid-rows-[minmax(0,1fr)] @2xl/tester:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]';
/** In a narrow column, a result has room, and what is said before the first call takes no more than it needs. */
const SIDES_CALLED = 'grid-rows-[max-content_minmax(12rem,1fr)]';
const SIDES_IDLE = 'grid-rows-[max-content_minmax(max-content,1fr)]';

/** Calls a tool as a model would, with valid or invalid arguments, and shows what a model would get back. */
export function Tester(props: {
  entry: PoolEntryView;
  /** Initial arguments, instead of those of the good example. */
  start?: string | undefined;
  onDryRun?: (args: string) => void;
}) {
  const { entry, start, onDryRun } = props;
  const { name, tool } = entry;
  const text = useText('tester');
  const call = useDraftCall(entry, start);
  const { examples, args, setArgs, state } = call;
  const schema = useMemo(() => toJsonSchema(tool.input), [tool]);
  const before = (examples.before ?? []).map((first) => first.tool).join(', ');
  /** A note about the prepared call. */
  const first = before === '' ? undefined : text('calledFirst', { names: before });
  const note = examples.only ? text(examples.only) : first;
  const result = useRef<HTMLDivElement>(null);
  // In a narrow column the result lies below what was sent.
  useEffect(() => {
    if (state.phase === 'settled') result.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  const waits = useClientState((client) => client.approvals.length > 0);
  const running = state.phase === 'running';

  return (
    <div className="@container/tester flex min-h-0 flex-1 flex-col">
      <div className={cx(SIDES, state.phase === 'idle' ? SIDES_IDLE : SIDES_CALLED)}>
        <div className="flex min-h-[22rem] min-w-0 flex-col border-line @2xl/tester:min-h-0 @2xl/tester:border-r">
          <TesterBar
            name={name}
            args={args}
            schema={schema}
            examples={examples}
            running={running}
            onArgs={setArgs}
            onMistake={call.mistake}
            onCall={call.make}
            onStop={call.stop}
            onDryRun={onDryRun}
          />
          {call.isPrepared && note !== undefined && (
            <p
              className={cx(
                'shrink-0 border-b border-line px-3 py-1 text-xs',
                examples.only ? 'text-wait' : 'text-dim',
              )}
            >
              {note}
            </p>
          )}
          <ArgumentsEditor
            name={name}
            schema={schema}
            input={tool.input}
            args={args}
            onArgs={setArgs}
            onCall={call.make}
          />
          <HistoryList name={name} onOpen={(made) => setArgs(made.args)} onAgain={call.again} />
        </div>
        <div ref={result} className="flex min-h-0 min-w-0 flex-col">
          {state.phase === 'settled' ? (
            <TriedResult resolved={state.resolved} changes={state.changes}>
              {call.isStale && <p className="text-xs text-wait">{text('changedSince')}</p>}
              <CopyCall call={state} own={tool.pack !== undefined} />
            </TriedResult>
          ) : (
            <EmptyNote>{running ? (waits ? text('waits') : call.output || text('runs')) : text('explains')}</EmptyNote>
          )}
        </div>
      </div>
    </div>
  );
}

/** A call of the tool as it is being written, and the ways to make it. */
function useDraftCall({ name, tool }: PoolEntryView, start: string | undefined) {
  const examples = useMemo(() => examplesOf(tool), [tool]);
  const good = useMemo(() => laidOut(examples.good), [examples]);
  const [args, setArgs] = useState(start ?? good);
  const { run: runNow, stop, state, output } = useTry(noteTriedCall);
  /** The version of a person's own tool that was last called. */
  const [called, setCalled] = useState(tool.savedAt);
  const run: typeof runNow = (prepare) => {
    setCalled(tool.savedAt);
    runNow(prepare);
  };
  /** Invalid arguments are refused and change nothing, so they are sent at once, to show what a model would be told. */
  const sendRefused = (wrong: string): void => {
    const parsed = parseAnyJson(wrong);
    if (!parsed.ok || !validate(tool.input, parsed.value).ok) run(async () => ({ name, args: wrong }));
  };
  const begin = useEffectEvent(() => start !== undefined && sendRefused(start));
  useEffect(() => void begin(), []);
  return {
    examples,
    args,
    setArgs,
    stop,
    state,
    output,
    isPrepared: args === good,
    /** The tool has been saved since it was called. */
    isStale: called !== tool.savedAt,
    /** Makes the calls that a prepared call depends on before it; any other call is sent exactly as written. */
    make(): void {
      if (args !== good || !examples.before?.length) return run(async () => ({ name, args }));
      run(async (client, signal) => {
        const prepared = laidOut(await prepareCall(client, examples, tool, signal));
        setArgs(prepared);
        return { name, args: prepared };
      });
    },
    /** Makes a call that was made before. */
    again(made: DraftCall): void {
      setArgs(made.args);
      run(async () => ({ name: made.name, args: made.args }));
    },
    mistake(wrong: string): void {
      setArgs(wrong);
      sendRefused(wrong);
    },
  };
}
