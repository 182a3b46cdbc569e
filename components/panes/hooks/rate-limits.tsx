'use client';

import { CALLS_PER_MINUTE, type RateLimits as Limits } from '@/lib/protocol';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../elements/button';
import { useAct, useClientState } from '../../state/page-context';

/** How often a minute tools may be called: all of them, and some otherwise. */
export function RateLimitsView() {
  const act = useAct();
  const limits = useClientState((state) => state.toolSettings.limits);
  const pool = useClientState((state) => state.pool);
  const change = (part: Partial<Limits>): void =>
    act((client) => client.setToolSettings({ limits: { ...client.store.getState().toolSettings.limits, ...part } }));
  const own = Object.entries(limits.tools);
  const ofScenario = useClientState((state) => state.setup.limits);
  const others = pool.filter(({ name }) => !(name in limits.tools));
  return (
    <div
      role="region"
      aria-label="Rate limits"
      tabIndex={0}
      className="grid min-h-0 content-start gap-3 overflow-y-auto px-3 py-2.5"
    >
      <p className="text-xs text-dim">
        Each tool has a bucket of its own, as large as a minute’s calls. A call that finds it empty is refused, and the
        model reads how long to wait. Set low, it stops a runaway before the loop guard has to.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_24px] items-center gap-x-2 gap-y-1">
        <span>
          Every tool <span className="text-xs text-faint">unless it stands below; {CALLS_PER_MINUTE} at first</span>
        </span>
        <PerMinute
          label="Calls a minute of every tool"
          value={limits.perMinute}
          onValue={(perMinute) => change({ perMinute })}
        />
        <span />
        {own.map(([name, perMinute]) => (
          <Row
            key={name}
            name={name}
            perMinute={perMinute}
            onValue={(value) => change({ tools: { ...limits.tools, [name]: value } })}
            onRemove={() => change({ tools: Object.fromEntries(own.filter(([other]) => other !== name)) })}
          />
        ))}
      </div>
      {ofScenario && (
        <p className="text-xs text-dim">
          The scenario sets, for its thread:{' '}
          <code>
            {[
              ...(ofScenario.perMinute === undefined ? [] : [`every tool ${ofScenario.perMinute}`]),
              ...Object.entries(ofScenario.tools ?? {}).map(([name, perMinute]) => `${name} ${perMinute}`),
            ].join(', ')}
          </code>
        </p>
      )}
      <span className="pick justify-self-start">
        <select
          aria-label="A tool with a limit of its own"
          value=""
          onChange={({ target }) =>
            target.value && change({ tools: { ...limits.tools, [target.value]: limits.perMinute } })
          }
        >
          <option value="">A tool otherwise…</option>
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

function Row(props: { name: string; perMinute: number; onValue: (value: number) => void; onRemove: () => void }) {
  const { name, perMinute, onValue, onRemove } = props;
  return (
    <>
      <code className="text-xs">{name}</code>
      <PerMinute label={`Calls a minute of ${name}`} value={perMinute} onValue={onValue} />
      <IconButton label={`No limit of its own for ${name}`} onClick={onRemove}>
        <X aria-hidden size={13} />
      </IconButton>
    </>
  );
}

/** A number that counts once it is one: what is half typed changes nothing. */
function PerMinute({ label, value, onValue }: { label: string; value: number; onValue: (value: number) => void }) {
  const [text, setText] = useState(String(value));
  const number = Number(text);
  const fits = Number.isInteger(number) && number >= 1 && number <= 10_000;
  return (
    <span className="flex items-center gap-1.5 text-xs text-dim">
      <input
        type="number"
        min={1}
        max={10_000}
        aria-label={label}
        aria-invalid={!fits}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          const next = target.valueAsNumber;
          if (Number.isInteger(next) && next >= 1 && next <= 10_000) onValue(next);
        }}
        className="field w-20 text-right font-mono text-xs"
      />
      a minute
    </span>
  );
}
