'use client';

import type { CallView } from '@/lib/client/state';
import { useMemo } from 'react';
import { Button } from '../../elements/button';
import { turnOfCall } from '../../state/find-call';
import { revealPane } from '../../state/focus-pane';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { diffTab } from '../../state/ui';
import { laidOut } from './markers';

const SMALL = 'h-6 px-2 text-xs';

/** Where to go on with a call; each takes its tool and its arguments along. */
export function CallActions({ call }: { call: CallView }) {
  const { id, name, args, diff, phase, result } = call;
  const known = useClientState((state) => state.pool.some((entry) => entry.name === name));
  const { client } = usePage();
  // Read when the call changes: the turn that made it stays what it is.
  const turn = useMemo(() => turnOfCall(client.store.getState(), call), [client, call]);
  const showRequest = useUi((ui) => ui.showRequest);
  const tryCall = useUi((ui) => ui.tryCall);
  const openContract = useUi((ui) => ui.openContract);
  const openTab = useUi((ui) => ui.openTab);
  const askWhy = useUi((ui) => ui.askWhy);
  const denial = result?.denial;
  return (
    <div role="group" aria-label="Go on with this call" className="flex flex-wrap items-center gap-1">
      {known && (
        <Button
          className={SMALL}
          title="Change the arguments and call the tool yourself, outside the thread"
          onClick={() => {
            tryCall({ name, args: laidOut(args) });
            revealPane('Contract');
          }}
        >
          Try again with these arguments
        </Button>
      )}
      {known && (
        <Button
          className={SMALL}
          title={`What a model gets of ${name}`}
          onClick={() => {
            openContract(name);
            revealPane('Contract');
          }}
        >
          Open its contract
        </Button>
      )}
      {turn && (
        <Button
          className={SMALL}
          title="What the model was sent in the turn that made this call, and what came back"
          onClick={() => {
            showRequest(turn);
            revealPane('Requests');
          }}
        >
          Raw request
        </Button>
      )}
      {diff && (
        <Button
          className={SMALL}
          onClick={() => {
            openTab(diffTab(id, diff.path));
            revealPane('Editor');
          }}
        >
          Open the diff
        </Button>
      )}
      {phase === 'denied' && (
        <Button
          className={SMALL}
          title="Which rule decided"
          onClick={() => {
            askWhy({ name, args, ...(denial && { denial }) });
            revealPane('Policy');
          }}
        >
          Why?
        </Button>
      )}
    </div>
  );
}
