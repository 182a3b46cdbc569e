'use client';

import type { JsonSchema } from '@/lib/schema';
import { ARGUMENT_MISTAKES } from '@/lib/schema/form';
import { Play, Square } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import type { Examples } from '../contract/example-args';

const FAULTS = {
  missing: 'faultMissing',
  type: 'faultType',
  name: 'faultName',
  extra: 'faultExtra',
  cut: 'faultCut',
} as const satisfies Record<(typeof ARGUMENT_MISTAKES)[number]['id'], string>;

/** Example arguments, mistakes to make in them, and the button that sends them. */
export function TesterBar(props: {
  name: string;
  args: string;
  schema: JsonSchema;
  examples: Examples;
  running: boolean;
  onArgs: (args: string) => void;
  /** Called with arguments that are wrong on purpose. */
  onMistake: (args: string) => void;
  onCall: () => void;
  onStop: () => void;
  /** Omitted if there is no policy pane to open. */
  onDryRun?: ((args: string) => void) | undefined;
}) {
  const { name, args, schema, examples, running, onArgs, onMistake, onCall, onStop, onDryRun } = props;
  const text = useText('tester');
  const laidOut = (value: unknown): string => JSON.stringify(value, null, 2);
  const looked = useDeferredValue(args);
  const mistakes = useMemo(
    () => ARGUMENT_MISTAKES.map(({ id, make }) => ({ id, make, possible: make(schema, looked) !== undefined })),
    [schema, looked],
  );
  return (
    <div className="shrink-0 border-b border-line py-0.5 pr-1.5 pl-1.5">
      <div className="flex min-h-7 flex-wrap items-center gap-1">
        <Button look="quiet" size="small" onClick={() => onArgs(laidOut(examples.good))}>
          {text('good')}
        </Button>
        {examples.bad && (
          <Button look="quiet" size="small" onClick={() => onMistake(laidOut(examples.bad))}>
            {text('bad')}
          </Button>
        )}
        {onDryRun && (
          <Button look="quiet" size="small" title={text('dryRunExplains')} onClick={() => onDryRun(args)}>
            {text('dryRun')}
          </Button>
        )}
        <span className="flex-1" />
        {running ? (
          <Button size="small" onClick={onStop}>
            <Square aria-hidden size={10} fill="currentColor" /> {text('stop')}
          </Button>
        ) : (
          <Button look="primary" size="small" onClick={onCall}>
            <Play aria-hidden size={11} fill="currentColor" /> {text('call', { name })}
          </Button>
        )}
      </div>
      <div role="group" aria-label={text('mistake')} className="flex flex-wrap items-center gap-x-1">
        <span className="px-1.5 text-2xs text-faint">{text('mistakeHead')}</span>
        {mistakes.map(({ id, make, possible }) => (
          <Button
            key={id}
            look="quiet"
            size="small"
            disabled={!possible}
            onClick={() => {
              const made = make(schema, args);
              if (made !== undefined) onMistake(made);
            }}
          >
            {text(FAULTS[id])}
          </Button>
        ))}
      </div>
    </div>
  );
}
