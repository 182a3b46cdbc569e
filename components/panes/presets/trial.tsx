import { Button } from '../../elements/button';
import type { Locale } from '../../messages/locale';
import { requestLocale, serverText } from '../../messages/server';
import type { Text } from '../../messages/text';
import { TRIAL_CALLS, tryCall, type TrialResult } from './try-call';

/** Runs the same call through the pipelines of two designs, each on its own one-file folder. Works without scripts. */
export async function Trial({ left, right, chosen }: { left: string; right: string; chosen: string | undefined }) {
  const text = await serverText('presets');
  const call = TRIAL_CALLS.find(({ id }) => id === chosen) ?? TRIAL_CALLS[0];
  const locale = await requestLocale();
  const results = call ? await Promise.all([left, right].map((design) => tryCall(design, call, locale))) : [];
  return (
    <section aria-label={text('tryIt')} className="grid gap-2">
      <form method="get" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="left" value={left} />
        <input type="hidden" name="right" value={right} />
        <label className="grid justify-items-start gap-1 text-xs text-dim">
          {text('sameCall')}
          <span className="pick">
            <select name="call" defaultValue={call?.id}>
              {TRIAL_CALLS.map(({ id, title }) => (
                <option key={id} value={id}>
                  {text(title)}
                </option>
              ))}
            </select>
          </span>
        </label>
        <Button type="submit">{text('tryIt')}</Button>
      </form>
      <div className="grid gap-2 md:grid-cols-2">
        {results.map((result, index) => (
          <Outcome
            key={index === 0 ? 'left' : 'right'}
            label={text(index === 0 ? 'leftResult' : 'rightResult')}
            result={result}
            text={text}
            locale={locale}
          />
        ))}
      </div>
    </section>
  );
}

function Outcome(props: { label: string; result: TrialResult | undefined; text: Text<'presets'>; locale: Locale }) {
  const { label, result, text, locale } = props;
  return (
    <div
      aria-label={label}
      role="group"
      className="grid content-start gap-1 rounded-md border border-line px-3 py-2 text-xs"
    >
      {result ? (
        <>
          <code className="font-semibold">{result.tool}</code>
          <pre className="overflow-x-auto text-2xs text-dim">{result.args}</pre>
          {result.code !== undefined && <code className="text-wait">{result.code}</code>}
          <pre lang={result.language} className="overflow-x-auto whitespace-pre-wrap">
            {result.text}
          </pre>
          {result.language !== locale && (
            <span className="text-faint">{text('answersIn', { language: result.language })}</span>
          )}
        </>
      ) : (
        <span className="text-faint">{text('noTool')}</span>
      )}
    </div>
  );
}
