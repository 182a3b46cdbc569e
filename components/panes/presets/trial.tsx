import { Button } from '../../elements/button';
import { TRIAL_CALLS, tryCall, type TrialResult } from './try-call';

/** The same call through the pipelines of two designs, on a folder of its own with one file. Works without a script. */
export async function Trial({ left, right, chosen }: { left: string; right: string; chosen: string | undefined }) {
  const call = TRIAL_CALLS.find(({ id }) => id === chosen) ?? TRIAL_CALLS[0];
  const results = call ? await Promise.all([tryCall(left, call), tryCall(right, call)]) : [];
  return (
    <section aria-label="Try it" className="grid gap-2">
      <form method="get" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="left" value={left} />
        <input type="hidden" name="right" value={right} />
        <label className="grid justify-items-start gap-1 text-xs text-dim">
          The same call through both
          <span className="pick">
            <select name="call" defaultValue={call?.id}>
              {TRIAL_CALLS.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </span>
        </label>
        <Button type="submit">Try it</Button>
      </form>
      <div className="grid gap-2 md:grid-cols-2">
        {results.map((result, index) => (
          <Outcome key={index === 0 ? 'left' : 'right'} side={index === 0 ? 'Left' : 'Right'} result={result} />
        ))}
      </div>
    </section>
  );
}

function Outcome({ side, result }: { side: string; result: TrialResult | undefined }) {
  return (
    <div
      aria-label={`${side} result`}
      role="group"
      className="grid content-start gap-1 rounded-md border border-line px-3 py-2 text-xs"
    >
      {result ? (
        <>
          <code className="font-semibold">{result.tool}</code>
          <pre className="overflow-x-auto text-2xs text-dim">{result.args}</pre>
          {result.code !== undefined && <code className="text-wait">{result.code}</code>}
          <pre className="overflow-x-auto whitespace-pre-wrap">{result.text}</pre>
        </>
      ) : (
        <span className="text-faint">It has no tool for this.</span>
      )}
    </div>
  );
}
