'use client';

import { lazy, Suspense, useMemo } from 'react';
import { EmptyNote, Pane } from '../../elements/pane';
import { callNumber, faultyCalls, findCall } from '../../state/find-call';
import { useClientState, useUi } from '../../state/page-context';

const IssuesView = lazy(() => import('./issues-view'));

/** What was wrong with the arguments of the chosen call, or of the last one that had issues. */
export function IssuesPane() {
  const calls = useClientState((state) => state.calls);
  const agents = useClientState((state) => state.agents);
  const selected = useUi((ui) => ui.selectedCall);
  const selectCall = useUi((ui) => ui.selectCall);
  const faulty = useMemo(() => faultyCalls({ calls, agents }), [calls, agents]);
  const chosen = useClientState((state) => findCall(state, selected));
  const call = chosen && chosen.issues.length > 0 ? chosen : undefined;

  return (
    <Pane name="Issues" className="h-full">
      {call ? (
        <Suspense>
          <IssuesView key={call.id} call={call} />
        </Suspense>
      ) : (
        <EmptyNote>
          {faulty.length === 0 ? (
            'No call has been refused for its arguments.'
          ) : (
            <>
              <p>{selected ? 'The arguments of this call fit its tool.' : 'No call is chosen.'}</p>
              <ul className="mt-2 grid justify-items-center gap-1">
                {faulty.map(({ id, name }) => (
                  <li key={id}>
                    <button
                      type="button"
                      className="rounded text-accent underline underline-offset-2"
                      onClick={() => selectCall(id)}
                    >
                      Show the issues of {callNumber({ calls, agents }, id)}, {name}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </EmptyNote>
      )}
    </Pane>
  );
}
