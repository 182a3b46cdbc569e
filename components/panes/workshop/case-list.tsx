'use client';

import type { PackCase } from '@/lib/workshop/pack';
import { StateMark } from '../../elements/state-mark';
import type { Text } from '../../messages/text';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { useBench } from './use-workbench';

/** The results of a pack's cases when it was last saved. */
export function CaseList() {
  const [text, said] = [useText('workshop'), useSaid()];
  const checked = useBench((state) => state.checked);
  const checking = useBench((state) => state.checking);
  return (
    <section aria-label={text('cases')} className="grid gap-1.5">
      <h2 className="text-xs font-semibold">{text('cases')}</h2>
      {checked?.ok ? (
        <>
          <p role="status" className="text-xs text-dim">
            {checking
              ? text('running')
              : summary(text, checked.cases.length, checked.cases.filter(({ passed }) => passed).length)}
          </p>
          <ul className="grid gap-1">
            {checked.cases.map(({ of, passed, fault }, index) => (
              <li key={index} className="flex gap-2 text-xs">
                <StateMark phase={passed ? 'succeeded' : 'failed'} />
                <span className="min-w-0 break-words">
                  <code>{titleOf(of)}</code>{' '}
                  {passed ? (
                    <span className="text-ok">{text('passed')}</span>
                  ) : (
                    <span className="text-bad">{text('failed', { fault: said(fault ?? '') })}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p role="status" className="text-xs text-dim">
          {text(checking || !checked ? 'running' : 'casesLater')}
        </p>
      )}
    </section>
  );
}

const titleOf = (of: PackCase): string =>
  'tool' in of ? `${of.tool}(${JSON.stringify(of.input)})` : `${of.hook}(${JSON.stringify(of.event)})`;

function summary(text: Text<'workshop'>, all: number, passed: number): string {
  if (all === 0) return text('casesNone');
  return passed === all
    ? text('casesPassed', { count: all })
    : text('casesFailed', { failed: all - passed, count: all });
}
