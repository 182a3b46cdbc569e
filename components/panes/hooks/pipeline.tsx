'use client';

import { plural } from '../../elements/format';
import { PaneTitle } from '../../elements/pane';
import { useHostState } from '../../state/page-context';

const ABOUT: Readonly<Record<string, string>> = {
  'look-up': 'Finds the tool, or says which names are near.',
  parse: 'Reads the arguments. Only complete JSON runs.',
  validate: 'Checks the arguments against the tool’s schema.',
  'rate-limit': 'Lets each tool be called so many times a minute.',
  permission: 'Lets the call through, refuses it, or asks you.',
  middleware: 'What the application put around calls.',
  hooks: 'Asks your hooks, before and after the call.',
  truncation: 'Shortens what the model reads to the tool’s limit.',
  execution: 'Runs the tool until it answers or its deadline passes.',
  output: 'Checks what the tool returned.',
  reflector: 'Tells the model what kind of retry helps.',
};

/** The order in which a call goes through everything, and what a person has put into each step. */
export function Pipeline() {
  const steps = useHostState((state) => state.steps);
  const holds = useStepContents();
  const run = steps.indexOf('execution');
  return (
    <section aria-label="Order of a call" className="border-t border-line pb-3">
      <PaneTitle>Order of a call</PaneTitle>
      {steps.length === 0 ? (
        <p className="px-3 text-xs text-dim">The tools are loading…</p>
      ) : (
        <ol className="grid px-3 text-xs">
          {steps.map((step, index) => (
            <li key={`${step}:${index}`} title={ABOUT[step]} className="flex items-baseline gap-2 py-[1px]">
              <span className="w-4 shrink-0 text-right font-mono text-2xs text-faint tabular-nums">{index + 1}</span>
              <code className={step === 'execution' ? 'font-medium text-accent' : ''}>{step}</code>
              <span className="ml-auto truncate text-2xs text-faint">
                {steps.indexOf(step) !== index ? 'after the call' : index > run && run >= 0 ? '' : (holds[step] ?? '')}
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
  const { hooks, limits, validation } = useHostState((state) => state.toolSettings);
  const mode = useHostState((state) => state.mode);
  const rules = useHostState((state) => state.rules.length);
  const active = hooks.filter(({ enabled }) => enabled).length;
  return {
    validate: validation === 'warn' ? 'warns only' : '',
    'rate-limit': `${limits.perMinute} a minute`,
    permission: `${mode}, ${plural(rules, 'rule')}`,
    hooks: `${active} on`,
  };
}
