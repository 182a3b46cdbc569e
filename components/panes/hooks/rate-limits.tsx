'use client';

import { DEFAULT_RATE, type RateLimits as Limits } from '@/lib/protocol';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../elements/button';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';
import { windowLabel } from './window-label';
import { inRow } from '../../messages/locale';

/** How often tools may be called per time window: a default, and limits for individual tools. */
export function RateLimitsView() {
  const act = useAct();
  const text = useText('hooks');
  const limits = useClientState((state) => state.toolSettings.limits);
  const pool = useClientState((state) => state.pool);
  const change = (part: Partial<Limits>): void =>
    act((client) => client.setToolSettings({ limits: { ...client.store.getState().toolSettings.limits, ...part } }));
  const own = Object.entries(limits.tools);
  const { windowSeconds = DEFAULT_RATE.windowSeconds } = limits;
  const per = windowLabel(text, windowSeconds);
  const ofScenario = useClientState((state) => state.setup.limits);
  const others = pool.filter(({ name }) => !(name in limits.tools));
  return (
    <div
      role="region"
      aria-label={text('limits')}
      tabIndex={0}
      className="grid min-h-0 content-start gap-3 overflow-y-auto px-3 py-2.5"
    >
      <p className="text-xs text-dim">{text('limitsExplain')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_24px] items-center gap-x-2 gap-y-1">
        <span>{text.rich('every', { calls: DEFAULT_RATE.calls, window: windowLabel(text), note })}</span>
        <Figure label={text('callsOfEvery')} unit={per} value={limits.calls} onValue={(calls) => change({ calls })} />
        <span />
        <span>{text.rich('window', { note })}</span>
        <Figure
          label={text('windowSeconds')}
          unit={text('seconds')}
          most={3600}
          value={windowSeconds}
          onValue={(seconds) => change({ windowSeconds: seconds })}
        />
        <span />
        {own.map(([name, calls]) => (
          <Row
            key={name}
            name={name}
            calls={calls}
            unit={per}
            onValue={(value) => change({ tools: { ...limits.tools, [name]: value } })}
            onRemove={() => change({ tools: Object.fromEntries(own.filter(([other]) => other !== name)) })}
          />
        ))}
      </div>
      {ofScenario && (
        <p className="text-xs text-dim">
          {text.rich('scenarioLimits', {
            ...TAGS,
            limits: inRow([
              ...(ofScenario.calls === undefined ? [] : [text('everyLimit', { calls: ofScenario.calls })]),
              ...Object.entries(ofScenario.tools ?? {}).map(([name, calls]) => `${name} ${calls}`),
            ]),
          })}
        </p>
      )}
      <span className="pick justify-self-start">
        <select
          aria-label={text('ownLimit')}
          value=""
          onChange={({ target }) =>
            target.value && change({ tools: { ...limits.tools, [target.value]: limits.calls } })
          }
        >
          <option value="">{text('ownLimitMore')}</option>
          {others.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}

function Row(props: {
  name: string;
  calls: number;
  unit: string;
  onValue: (value: number) => void;
  onRemove: () => void;
}) {
  const { name, calls, unit, onValue, onRemove } = props;
  const text = useText('hooks');
  return (
    <>
      <code className="text-xs">{name}</code>
      <Figure label={text('callsOf', { name })} unit={unit} value={calls} onValue={onValue} />
      <IconButton label={text('removeLimit', { name })} onClick={onRemove}>
        <X aria-hidden size={13} />
      </IconButton>
    </>
  );
}

const note = (chunks: ReactNode) => <span className="text-xs text-faint">{chunks}</span>;

/** A number field that only reports valid numbers: half-typed input changes nothing. */
function Figure(props: {
  label: string;
  unit: string;
  most?: number;
  value: number;
  onValue: (value: number) => void;
}) {
  const { label, unit, most = 10_000, value, onValue } = props;
  /** The text being typed. */
  const [draft, setDraft] = useState<string>();
  const text = draft ?? String(value);
  const fits = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= most;
  return (
    <span className="flex items-center gap-1.5 text-xs text-dim">
      <input
        type="number"
        min={1}
        max={most}
        aria-label={label}
        aria-invalid={!fits(Number(text))}
        value={text}
        onChange={({ target }) => {
          setDraft(target.value);
          if (fits(target.valueAsNumber)) onValue(target.valueAsNumber);
        }}
        onBlur={() => fits(Number(text)) && setDraft(undefined)}
        className="field w-20 text-right font-mono text-xs"
      />
      {unit}
    </span>
  );
}
