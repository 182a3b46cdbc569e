'use client';

import type { CallView } from '@/lib/client/state';
import { useMemo } from 'react';
import { CodeView } from '../../elements/monaco';
import { IssueList } from './issue-list';
import { laidOut, markersOf } from './markers';

/** The arguments with a marker at each issue, the list of issues, and what the model was told. */
export default function IssuesView({ call }: { call: CallView }) {
  const text = useMemo(() => laidOut(call.args), [call.args]);
  const markers = useMemo(() => markersOf(text, call.issues), [text, call.issues]);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-h-0 min-w-0 border-r border-line">
        <CodeView label={`Arguments of ${call.name}`} path="arguments.json" text={text} markers={markers} wrap />
      </div>
      <div className="min-h-0 overflow-y-auto px-3 py-2" tabIndex={0} role="region" aria-label="Issues in words">
        <IssueList issues={call.issues} />
        {call.result && (
          <details className="mt-3 text-xs">
            <summary className="w-fit cursor-default rounded text-dim hover:text-text">What the model was told</summary>
            <pre className="mt-1.5 rounded-md border border-line bg-bg px-2.5 py-1.5 break-words whitespace-pre-wrap">
              {call.result.text}
            </pre>
          </details>
        )}
      </div>
    </div>
  );
}
