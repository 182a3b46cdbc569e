import type { FileChanges } from '@/lib/client/workspace/file-changes';
import type { ResolvedCall } from '@/lib/tools/dispatch';
import type { ReactNode } from 'react';
import { duration } from '../../elements/format';
import { phaseLook, StateMark } from '../../elements/state-mark';
import { TraceList } from '../../elements/trace-list';
import { useLocale, useText } from '../../messages/use-text';
import { IssueList } from '../call/issue-list';
import { NestedCallList } from '../call/nested-call-list';
import { nestedRecords } from '../call/nested-records';
import { ChangedFiles } from './changed-files';

/** The result of a tried call: what a model reads, what a person sees, what it changed, and its trace. */
export function TriedResult(props: { resolved: ResolvedCall; changes?: FileChanges; children?: ReactNode }) {
  const { resolved, changes, children } = props;
  const { phase, result, timings } = resolved;
  const [text, locale] = [useText('tester'), useLocale()];
  const { tone, word } = phaseLook(phase);
  const trace = result.trace ?? [];
  const images = result.content?.filter((part) => part.type === 'image') ?? [];
  return (
    <div
      role="region"
      aria-label={text('outcome')}
      tabIndex={0}
      className="grid min-h-0 min-w-0 flex-1 auto-rows-max grid-cols-1 content-start gap-3 overflow-y-auto px-3 py-2"
    >
      <p role="status" className="flex items-center gap-2 text-xs">
        <StateMark phase={phase} />
        <span className={tone}>{word}</span>
        {result.error && <code className="text-bad">{result.error}</code>}
        <span className="ml-auto font-mono text-2xs text-faint tabular-nums">
          {duration(timings.endedAt - timings.queuedAt, locale)}
        </span>
      </p>
      {children}
      <Part title={text('modelReads')}>
        <Reading label={text('readLabel')} text={result.text} />
      </Part>
      {(result.summary !== undefined || images.length > 0 || result.structuredContent !== undefined) && (
        <Part title={text('personSees')}>
          {result.summary !== undefined && <p className="text-xs break-words">{result.summary}</p>}
          {images.map((image, index) => (
            // eslint-disable-next-line @next/next/no-img-element -- a data URL has nothing to optimise
            <img
              key={index}
              alt={text('image', { number: index + 1 })}
              src={`data:${image.mimeType};base64,${image.data}`}
              className="max-w-full border border-line"
            />
          ))}
          {result.structuredContent !== undefined && (
            <Reading label={text('structured')} text={JSON.stringify(result.structuredContent, null, 2)} />
          )}
        </Part>
      )}
      {nestedRecords(result.details).length > 0 && (
        <Part title={text('nested')}>
          <NestedCallList details={result.details} />
        </Part>
      )}
      {changes && changes.diffs.length > 0 && (
        <Part title={text('changedFiles')}>
          <ChangedFiles key={resolved.callId} changes={changes} />
        </Part>
      )}
      {result.issues && result.issues.length > 0 && (
        <Part title={text('issues')}>
          <IssueList issues={result.issues} />
        </Part>
      )}
      {trace.length > 0 && (
        <Part title={text('pipeline')}>
          <TraceList trace={trace} label={text('pipeline')} />
        </Part>
      )}
    </div>
  );
}

const Reading = ({ label, text }: { label: string; text: string }) => (
  <pre
    role="region"
    aria-label={label}
    tabIndex={0}
    className="max-h-72 overflow-auto rounded-md border border-line bg-bg px-2.5 py-1.5 text-xs break-words whitespace-pre-wrap"
  >
    {text}
  </pre>
);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-1">
      <h2 className="text-2xs text-faint">{title}</h2>
      {children}
    </section>
  );
}
