'use client';

import type { CallView } from '@/lib/client/state';
import type { ReactNode } from 'react';
import { Button } from '../../elements/button';
import { duration } from '../../elements/format';
import { phaseLook } from '../../elements/state-mark';
import { TextBlock } from '../../elements/text-block';
import { useLocale, useText } from '../../messages/use-text';
import { revealPane, type PaneName } from '../../state/focus-pane';
import { useUi } from '../../state/page-context';
import { diffTab } from '../../state/ui';
import { ArgumentsView } from '../call/arguments';

/** The content of an opened card: arguments, output, the text the model got, and links to more. */
export function CallDetails({ call }: { call: CallView }) {
  const [text, locale] = [useText('thread'), useLocale()];
  const openTab = useUi((ui) => ui.openTab);
  const selectCall = useUi((ui) => ui.selectCall);
  const askWhy = useUi((ui) => ui.askWhy);
  /** Selects this card's call first: another one may have been selected since the card was opened. */
  const showing = (pane: PaneName, show?: () => void) => () => {
    selectCall(call.id);
    show?.();
    revealPane(pane);
  };
  const { diff, result, timings, output, phase } = call;
  const told = result?.text ?? '';
  const ended = timings?.endedAt;
  const started = timings?.startedAt;

  return (
    <div className="grid gap-2.5 border-t border-dashed border-line px-2.5 py-2 pl-8">
      <Part title={text('arguments')}>
        <ArgumentsView text={call.args} />
      </Part>
      {!result && output && (
        <Part title={text('output')}>
          <TextBlock tall label={text('output')}>
            {output}
          </TextBlock>
        </Part>
      )}
      {result && (
        <Part title={result.error ? text('modelToldError', { code: result.error }) : text('modelTold')}>
          <TextBlock tall label={text('whatTold')}>
            {told}
          </TextBlock>
        </Part>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        <Button onClick={showing('Call')}>{text('inspect')}</Button>
        {diff && (
          <Button onClick={showing('Editor', () => openTab(diffTab(call.id, diff.path)))}>{text('showDiff')}</Button>
        )}
        {phase === 'denied' && (
          <Button
            title={text('whyExplains')}
            onClick={showing('Policy', () =>
              askWhy({ name: call.name, args: call.args, ...(result?.denial && { denial: result.denial }) }),
            )}
          >
            {text('why')}
          </Button>
        )}
        <span className="ml-auto text-2xs text-faint tabular-nums">
          {RAN.has(phase) && started !== undefined && ended !== undefined
            ? text('after', { state: phaseLook(phase).word, duration: duration(ended - started, locale) })
            : phaseLook(phase).word}
        </span>
      </div>
    </div>
  );
}

/** The duration of a call that never ran is not worth showing. */
const RAN: ReadonlySet<CallView['phase']> = new Set(['succeeded', 'failed', 'aborted']);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="text-2xs text-faint">{title}</h3>
      {children}
    </div>
  );
}
