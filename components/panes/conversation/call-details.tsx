'use client';

import type { CallView } from '@/lib/host/state';
import type { ReactNode } from 'react';
import { Button } from '../../elements/button';
import { duration } from '../../elements/format';
import { phaseLook } from '../../elements/state-mark';
import { useUi } from '../../state/page-context';
import { diffTab } from '../../state/ui';
import { Arguments } from './arguments';

/** What an opened card shows: arguments, output, what the model was told, and where to see more. */
export function CallDetails({ call }: { call: CallView }) {
  const showDetail = useUi((ui) => ui.showDetail);
  const openTab = useUi((ui) => ui.openTab);
  const selectCall = useUi((ui) => ui.selectCall);
  const setFollow = useUi((ui) => ui.setFollow);
  /** What is shown is this card's call, also where another one was chosen since it was opened. */
  const showing = (show: () => void) => () => {
    setFollow(false);
    selectCall(call.id);
    show();
  };
  const { diff, issues, result, timings, output, phase } = call;
  const told = result?.text ?? '';
  const ended = timings?.endedAt;
  const started = timings?.startedAt;

  return (
    <div className="grid gap-2.5 border-t border-dashed border-line px-2.5 py-2 pl-8">
      <Part title="Arguments">
        <Arguments text={call.args} />
      </Part>
      {!result && output && (
        <Part title="Output so far">
          <Text label="Output so far">{output}</Text>
        </Part>
      )}
      {result && (
        <Part title={result.error ? `The model was told · ${result.error}` : 'The model was told'}>
          <Text label="What the model was told">{told}</Text>
        </Part>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        {issues.length > 0 && <Button onClick={showing(() => showDetail('issues'))}>Show issues</Button>}
        {diff && <Button onClick={showing(() => openTab(diffTab(call.id, diff.path)))}>Show diff</Button>}
        {result && <Button onClick={showing(() => showDetail('result'))}>Show result</Button>}
        <span className="ml-auto text-2xs text-faint tabular-nums">
          {phaseLook(phase).word}
          {started !== undefined && ended !== undefined && ` after ${duration(ended - started)}`}
        </span>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="text-2xs text-faint">{title}</h3>
      {children}
    </div>
  );
}

function Text({ label, children }: { label: string; children: string }) {
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-48 overflow-auto rounded border border-line bg-bg px-2 py-1 text-xs leading-[1.5] break-words whitespace-pre-wrap"
    >
      {children}
    </pre>
  );
}
