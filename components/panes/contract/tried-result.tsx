import type { ResolvedCall } from '@/lib/tools/dispatch';
import { duration } from '../../elements/format';
import { phaseLook, StateMark } from '../../elements/state-mark';
import { TraceList } from '../../elements/trace-list';
import { IssueList } from '../issues/issue-list';

/** What came of a call that was tried: the text a model would read first, then how it came about. */
export function TriedResult({ resolved }: { resolved: ResolvedCall }) {
  const { phase, result, timings } = resolved;
  const { tone, word } = phaseLook(phase);
  const trace = result.trace ?? [];
  return (
    <div
      role="region"
      aria-label="What came of the call"
      tabIndex={0}
      className="grid min-h-0 min-w-0 content-start gap-3 overflow-y-auto px-3 py-2"
    >
      <p role="status" className="flex items-center gap-2 text-xs">
        <StateMark phase={phase} />
        <span className={tone}>{word}</span>
        {result.error && <code className="text-bad">{result.error}</code>}
        <span className="ml-auto font-mono text-2xs text-faint tabular-nums">
          {duration(timings.endedAt - timings.queuedAt)}
        </span>
      </p>
      <Part title="A model reads">
        <pre
          role="region"
          aria-label="What a model reads"
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-md border border-line bg-bg px-2.5 py-1.5 text-xs break-words whitespace-pre-wrap"
        >
          {result.text}
        </pre>
      </Part>
      {result.issues && result.issues.length > 0 && (
        <Part title="Issues">
          <IssueList issues={result.issues} />
        </Part>
      )}
      {trace.length > 0 && (
        <Part title="What the pipeline did">
          <TraceList trace={trace} label="What the pipeline did" />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid min-w-0 gap-1">
      <h3 className="text-2xs text-faint">{title}</h3>
      {children}
    </section>
  );
}
