'use client';

import type { PackCase } from '@/lib/workshop/pack';
import { plural } from '../../elements/format';
import { StateMark } from '../../elements/state-mark';
import { useBench } from './use-workbench';

/** What came of the cases of a pack when it was saved last. */
export function CaseList() {
  const checked = useBench((state) => state.checked);
  const checking = useBench((state) => state.checking);
  return (
    <section aria-label="Cases" className="grid gap-1.5">
      <h2 className="text-xs font-semibold">Cases</h2>
      {checked?.ok ? (
        <>
          <p role="status" className="text-xs text-dim">
            {checking ? 'Running…' : summary(checked.cases.length, checked.cases.filter(({ passed }) => passed).length)}
          </p>
          <ul className="grid gap-1">
            {checked.cases.map(({ of, passed, fault }, index) => (
              <li key={index} className="flex gap-2 text-xs">
                <StateMark phase={passed ? 'succeeded' : 'failed'} />
                <span className="min-w-0 break-words">
                  <code>{titleOf(of)}</code>{' '}
                  {passed ? <span className="text-ok">passed</span> : <span className="text-bad">failed: {fault}</span>}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p role="status" className="text-xs text-dim">
          {checking || !checked ? 'Running…' : 'They run once the pack compiles.'}
        </p>
      )}
    </section>
  );
}

const titleOf = (of: PackCase): string =>
  'tool' in of ? `${of.tool}(${JSON.stringify(of.input)})` : `${of.hook}(${JSON.stringify(of.event)})`;

function summary(all: number, passed: number): string {
  if (all === 0) return 'There are none. Export a list called cases: they run on each save.';
  return passed === all ? `${plural(all, 'case')}, all passed.` : `${all - passed} of ${plural(all, 'case')} failed.`;
}
