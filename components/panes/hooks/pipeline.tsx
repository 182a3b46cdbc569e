'use client';

import { plural } from '../../elements/format';
import { PaneTitle } from '../../elements/pane';
import { useClientState } from '../../state/page-context';
import { windowLabel } from './window-label';

/** The order in which a call goes through everything, and what a person has put into each step. */
export function PipelineView() {
  const steps = useClientState((state) => state.pipeline);
  const holds = useStepContents();
  return (
    <section aria-label="Order of a call" className="border-t border-line pb-3">
      <PaneTitle>Order of a call</PaneTitle>
      {steps.length === 0 ? (
        <p className="px-3 text-xs text-dim">The tools are loading…</p>
      ) : (
        <ol className="grid grid-cols-1 px-3 text-xs">
          {steps.map(({ name, phase, about }, index) => (
            <li key={`${name} ${phase}`} title={about} className="flex items-baseline gap-2 py-[1px]">
              <span className="w-4 shrink-0 text-right font-mono text-2xs text-faint tabular-nums">{index + 1}</span>
              <code className={phase === 'run' ? 'font-medium text-accent' : ''}>{name}</code>
              <span className="sr-only">{about}</span>
              <span className="ml-auto min-w-0 truncate text-2xs text-faint">
                {phase === 'after' ? 'after' : (holds[name] ?? '')}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What stands in the steps that a person fills. */
function useStepContents(): Readonly<Record<string, string>> {
  const { hooks, limits, validation } = useClientState((state) => state.toolSettings);
  const mode = useClientState((state) => state.mode);
  const own = useClientState((state) => state.rules.length);
  const setup = useClientState((state) => state.setup);
  const ofPacks = useClientState((state) => state.packHooks);
  const rules = own + Object.values(setup.rules ?? {}).reduce((sum, list) => sum + list.length, 0);
  const active = [...hooks, ...(setup.hooks ?? []), ...ofPacks].filter(({ enabled }) => enabled).length;
  return {
    validate: validation === 'warn' ? 'warns only' : '',
    'rate-limit': `${setup.limits?.calls ?? limits.calls} ${windowLabel(setup.limits?.windowSeconds ?? limits.windowSeconds)}`,
    permission: `${mode}, ${plural(rules, 'rule')}`,
    hooks: `${active} on`,
  };
}
