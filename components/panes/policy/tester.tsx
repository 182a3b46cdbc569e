'use client';

import { Scale } from 'lucide-react';
import { useMemo, useState, useEffect } from 'react';
import { Button } from '../../elements/button';
import { CodeEditor } from '../../elements/monaco';
import { EmptyNote } from '../../elements/pane';
import { Pick } from '../../elements/pick';
import { useText } from '../../messages/use-text';
import { useClientState, useAct } from '../../state/page-context';
import type { DraftCall } from '../../state/ui';
import { laidOut, markersOf } from '../call/markers';
import { exampleText } from '../contract/example-args';
import { PolicyReport } from './report';
import type { PermissionReport } from '@/lib/client/tool-state';

/** Tries a call against the rules without running it. */
export function PolicyTester({ start }: { start: DraftCall | null }) {
  const text = useText('policy');
  const pool = useClientState((state) => state.pool);
  const first = start?.name ?? pool.find(({ tool }) => !tool.onlyReads)?.name ?? pool[0]?.name;
  if (first === undefined) return <EmptyNote>{text('loading')}</EmptyNote>;
  return <LoadedTester start={start} first={first} />;
}

function LoadedTester({ start, first }: { start: DraftCall | null; first: string }) {
  const pool = useClientState((state) => state.pool);
  const exampleOf = (tool: string): string => exampleText(pool.find((entry) => entry.name === tool)?.tool);
  const [name, setName] = useState(first);
  const [args, setArgs] = useState(() => (start ? laidOut(start.args) : exampleOf(first)));
  const { dryRun, asked, report } = useReport(start);
  const text = useText('policy');
  const fresh = asked?.name === name && laidOut(asked.args) === laidOut(args);
  const issues = fresh ? report?.invalid?.issues : undefined;
  const markers = useMemo(() => markersOf(args, issues ?? []), [args, issues]);
  const names = pool.some((entry) => entry.name === name) ? pool : [{ name }, ...pool];

  return (
    <div className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(72px,2fr)_minmax(0,3fr)]">
      <div className="flex min-h-8 items-center gap-1.5 border-b border-line py-0.5 pr-1.5 pl-1.5">
        <Pick
          label={text('toolToTest')}
          className="h-6! min-w-0 font-mono text-xs"
          value={name}
          options={names.map((entry) => ({ id: entry.name, title: entry.name }))}
          onPick={(next) => {
            setName(next);
            setArgs(exampleOf(next));
          }}
        />
        <span className="flex-1" />
        <Button look="primary" size="small" title={text('dryRunExplains')} onClick={() => dryRun({ name, args })}>
          <Scale aria-hidden size={12} /> {text('dryRun')}
        </Button>
      </div>
      <div className="flex min-h-0 border-b border-line">
        <CodeEditor
          label={text('argumentsFor', { name })}
          path="arguments.json"
          text={args}
          onChange={setArgs}
          onSave={() => dryRun({ name, args })}
          markers={markers}
          wrap
        />
      </div>
      {asked && report ? (
        <PolicyReport report={report} stale={!fresh} denial={fresh ? start?.denial : undefined} />
      ) : (
        <EmptyNote>{text(asked ? 'checking' : 'howChecked')}</EmptyNote>
      )}
    </div>
  );
}

/** What the rules decide about a call; evaluated again whenever mode, rules or folders change. */
function useReport(start: DraftCall | null): {
  dryRun: (call: DraftCall) => void;
  asked: DraftCall | null;
  report: PermissionReport | null;
} {
  const act = useAct();
  const mode = useClientState((state) => state.mode);
  const rules = useClientState((state) => state.rules);
  const settings = useClientState((state) => state.toolSettings);
  const [asked, setAsked] = useState(start);
  const [report, setReport] = useState<PermissionReport | null>(null);
  useEffect(() => {
    if (!asked) return undefined;
    let over = false;
    act(async (client) => {
      const next = await client.dryRun({ name: asked.name, args: asked.args });
      if (!over) setReport(next);
    });
    return () => {
      over = true;
    };
  }, [act, asked, mode, rules, settings]);
  return { dryRun: setAsked, asked, report };
}
