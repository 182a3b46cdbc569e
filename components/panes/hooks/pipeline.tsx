'use client';

import { ownValue } from '@/lib/protocol/own-value';
import { PaneTitle } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { MODES } from '../../state/catalogue';
import { useClientState } from '../../state/page-context';
import { useChoices } from '../../state/use-choices';
import { windowLabel } from './window-label';

const ABOUT = {
  'look-up': 'aboutLookUp',
  parse: 'aboutParse',
  validate: 'aboutValidate',
  permission: 'aboutPermission',
  'rate-limit': 'aboutRateLimit',
  hooks: 'aboutHooks',
  middleware: 'aboutMiddleware',
  execution: 'aboutExecution',
  output: 'aboutOutput',
  truncation: 'aboutTruncation',
  'retry-hint': 'aboutRetryHint',
} as const;

/** The steps that a call goes through, in order, and what a person has added to each. */
export function PipelineView() {
  const text = useText('hooks');
  const steps = useClientState((state) => state.pipeline);
  const holds = useStepContents();
  const aboutOf = (name: string, about: string): string => {
    const known = ownValue(ABOUT, name);
    return known ? text(known) : about;
  };
  return (
    <section aria-label={text('order')} className="border-t border-line pb-3">
      <PaneTitle>{text('order')}</PaneTitle>
      {steps.length === 0 ? (
        <p className="px-3 text-xs text-dim">{text('loading')}</p>
      ) : (
        <ol className="grid grid-cols-1 px-3 text-xs">
          {steps.map(({ name, phase, about }, index) => (
            <li key={`${name} ${phase}`} title={aboutOf(name, about)} className="flex items-baseline gap-2 py-[1px]">
              <span className="w-4 shrink-0 text-right font-mono text-2xs text-faint tabular-nums">{index + 1}</span>
              <code className={phase === 'run' ? 'font-medium text-accent' : ''}>{name}</code>
              <span className="sr-only">{aboutOf(name, about)}</span>
              <span className="ml-auto min-w-0 truncate text-2xs text-faint">
                {phase === 'after' ? text('after') : (holds[name] ?? '')}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The contents of the steps that a person can fill. */
function useStepContents(): Readonly<Record<string, string>> {
  const text = useText('hooks');
  const { hooks, limits, validation } = useClientState((state) => state.toolSettings);
  const mode = useClientState((state) => state.mode);
  const modes = useChoices(MODES);
  const own = useClientState((state) => state.rules.length);
  const setup = useClientState((state) => state.setup);
  const ofPacks = useClientState((state) => state.packHooks);
  const rules = own + Object.values(setup.rules ?? {}).reduce((sum, list) => sum + list.length, 0);
  const active = [...hooks, ...(setup.hooks ?? []), ...ofPacks].filter(({ enabled }) => enabled).length;
  return {
    validate: validation === 'warn' ? text('warnsOnly') : '',
    'rate-limit': `${setup.limits?.calls ?? limits.calls} ${windowLabel(text, setup.limits?.windowSeconds ?? limits.windowSeconds)}`,
    permission: text('rules', { mode: modes.find(({ id }) => id === mode)?.title ?? mode, count: rules }),
    hooks: text('on', { count: active }),
  };
}
