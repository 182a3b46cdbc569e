'use client';

import type { CallView } from '@/lib/client/state';
import { useMemo, type ReactNode } from 'react';
import { cx } from '../../elements/cx';
import { DiffCounts } from '../../elements/diff-counts';
import { duration } from '../../elements/format';
import { CodeView } from '../../elements/monaco';
import { Patch } from '../../elements/patch';
import { phaseLook, StateMark } from '../../elements/state-mark';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { useCallTitle } from '../../state/use-call-title';
import { ArgumentsView } from './arguments';
import { CallActions } from './call-actions';
import { CallDecision } from './call-decision';
import { CallPicker } from './call-picker';
import { CallTimings } from './call-timings';
import { IssueList } from './issue-list';
import { laidOut, markersOf } from './markers';
import { NestedCallList } from './nested-call-list';
import { nestedRecords } from './nested-records';

/** One call from its arguments to its result. The outcome comes first: a refused call begins with its issues. */
export default function CallInspector({ call }: { call: CallView }) {
  const text = useText('call');
  return (
    <div className="@container/call flex min-h-0 flex-1 flex-col">
      <CallPicker call={call} />
      <Summary call={call} />
      <div
        className={cx(
          'grid min-h-0 flex-1 @min-[540px]/call:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @min-[540px]/call:grid-rows-1',
          // An editor needs a height; values are as high as they are.
          call.issues.length > 0
            ? 'grid-rows-[minmax(5rem,2fr)_minmax(0,5fr)]'
            : 'grid-rows-[fit-content(40%)_minmax(0,1fr)]',
        )}
      >
        <Arguments call={call} />
        <div
          role="region"
          aria-label={text('outcome')}
          tabIndex={0}
          data-pane-focus
          className="grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-3 overflow-y-auto px-3 py-2"
        >
          <Outcome call={call} />
          {nestedRecords(call.result?.details).length > 0 && (
            <Part title={text('nested')}>
              <NestedCallList details={call.result?.details} />
            </Part>
          )}
          {call.diff && (
            <Part title={text('change')}>
              <p className="flex gap-2 text-xs">
                <code className="min-w-0 truncate">{call.diff.path}</code>
                <DiffCounts added={call.diff.added} removed={call.diff.removed} />
              </p>
              <Patch patch={call.diff.patch} className="max-h-52" />
            </Part>
          )}
          <Part title={text('decision')}>
            <CallDecision call={call} />
          </Part>
          {(call.timings || call.result) && (
            <Part title={text('timings')}>
              <CallTimings call={call} />
            </Part>
          )}
        </div>
      </div>
    </div>
  );
}

/** The arguments field by field; if some are invalid, as JSON with a marker at each issue. */
function Arguments({ call }: { call: CallView }) {
  const text = useText('call');
  const faulty = call.issues.length > 0;
  return (
    <section
      aria-label={text('arguments')}
      className="flex min-h-0 min-w-0 flex-col border-b border-line @min-[540px]/call:border-r @min-[540px]/call:border-b-0"
    >
      <h3 className="shrink-0 px-3 pt-2 pb-1 text-2xs text-faint">{text('arguments')}</h3>
      {faulty ? (
        <MarkedArguments call={call} />
      ) : (
        <div
          role="group"
          aria-label={text('argumentValues')}
          tabIndex={0}
          className="min-h-0 overflow-y-auto px-3 pb-2"
        >
          <ArgumentsView text={call.args} />
        </div>
      )}
    </section>
  );
}

function MarkedArguments({ call }: { call: CallView }) {
  const text = useText('call');
  const args = useMemo(() => laidOut(call.args), [call.args]);
  const markers = useMemo(() => markersOf(args, call.issues), [args, call.issues]);
  return (
    <div className="flex min-h-0 flex-1">
      <CodeView
        label={text('argumentsOf', { name: call.name })}
        path="arguments.json"
        text={args}
        markers={markers}
        wrap
      />
    </div>
  );
}

/** What was called, how it ended, and where to continue from there. */
function Summary({ call }: { call: CallView }) {
  const { phase, result } = call;
  const look = phaseLook(phase);
  const title = useCallTitle()(call);
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line px-3 py-1.5">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-xs">
        <StateMark phase={phase} />
        {/* A description in a call's arguments is its title, which then does not say whose call it is. */}
        {!title.startsWith(call.name) && <code className="shrink-0 text-dim">{call.name}</code>}
        <b className="min-w-0 font-mono font-medium break-words">{title}</b>
        <span className={cx('shrink-0', look.tone)}>{look.word}</span>
        {result?.error && <code className="shrink-0 text-bad">{result.error}</code>}
        <Took call={call} />
      </p>
      <CallActions call={call} />
    </div>
  );
}

function Took({ call: { timings } }: { call: CallView }) {
  const locale = useLocale();
  if (timings?.startedAt === undefined || timings.endedAt === undefined) return null;
  return (
    <span className="shrink-0 text-faint tabular-nums">{duration(timings.endedAt - timings.startedAt, locale)}</span>
  );
}

/** Its issues, the text the model got, and images. */
function Outcome({ call }: { call: CallView }) {
  const { issues, result, output } = call;
  const [text, titleOf] = [useText('call'), useCallTitle()];
  const images = result?.content?.filter((part) => part.type === 'image') ?? [];
  const asks = useClientState((state) => state.approvals.some(({ callId }) => callId === call.id));
  return (
    <>
      {issues.length > 0 && (
        <Part title={text('issues')}>
          <IssueList issues={issues} />
        </Part>
      )}
      {result ? (
        <Part title={text(result.success ? 'result' : 'told')}>
          <Text label={text('resultText')}>{result.text}</Text>
        </Part>
      ) : (
        <Part title={text('output')}>
          {output ? (
            <Text label={text('output')}>{output}</Text>
          ) : (
            <p className="text-xs text-dim">{text(asks ? 'notRun' : 'noOutput')}</p>
          )}
        </Part>
      )}
      {images.map((image, index) => (
        // eslint-disable-next-line @next/next/no-img-element -- a data URL has nothing to optimise
        <img
          key={index}
          alt={text('image', { number: index + 1, title: titleOf(call) })}
          src={`data:${image.mimeType};base64,${image.data}`}
          className="max-w-full border border-line"
        />
      ))}
    </>
  );
}

const Text = ({ label, children }: { label: string; children: string }) => (
  <pre
    role="group"
    aria-label={label}
    tabIndex={0}
    className="max-h-72 overflow-auto rounded-md border border-line bg-panel px-2.5 py-1.5 text-xs leading-[1.55] break-words whitespace-pre-wrap"
  >
    {children}
  </pre>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
    <h3 className="text-2xs text-faint">{title}</h3>
    {children}
  </section>
);
