'use client';

import type { CallView } from '@/lib/client/state';
import { useMemo } from 'react';
import { Button, ButtonLink } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { revealPane } from '../../state/focus-pane';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { diffTab } from '../../state/ui';
import { keepPlace } from '../header/navigation';
import { packAddress } from '../workshop/pack-address';
import { laidOut } from './markers';
import { turnOfCall } from './turn-of-call';

/** Ways to continue from a call; each takes the call's tool and arguments along. */
export function CallActions({ call }: { call: CallView }) {
  const { id, name, args, diff, phase, result } = call;
  const text = useText('call');
  const entry = useClientState((state) => state.pool.find((one) => one.name === name));
  const known = entry !== undefined;
  const { client } = usePage();
  // Read only when the call changes: the turn that made it stays the same.
  const turn = useMemo(() => turnOfCall(client.store.getState(), call), [client, call]);
  const showRequest = useUi((ui) => ui.showRequest);
  const tryCall = useUi((ui) => ui.tryCall);
  const openContract = useUi((ui) => ui.openContract);
  const openTab = useUi((ui) => ui.openTab);
  const askWhy = useUi((ui) => ui.askWhy);
  const denial = result?.denial;
  return (
    <div role="group" aria-label={text('actions')} className="flex flex-wrap items-center gap-1">
      {known && (
        <Button
          size="small"
          title={text('tryAgainExplains')}
          onClick={() => {
            tryCall({ name, args: laidOut(args) });
            revealPane('Contract');
          }}
        >
          {text('tryAgain')}
        </Button>
      )}
      {known && (
        <Button
          size="small"
          title={text('contractExplains', { name })}
          onClick={() => {
            openContract(name, laidOut(args));
            revealPane('Contract');
          }}
        >
          {text('contract')}
        </Button>
      )}
      {entry?.tool.pack !== undefined && (
        <ButtonLink
          size="small"
          href={packAddress(entry.tool.pack, name)}
          title={text('sourceExplains', { pack: entry.tool.pack })}
          onClick={keepPlace}
        >
          {text('source')}
        </ButtonLink>
      )}
      {turn && (
        <Button
          size="small"
          title={text('requestExplains')}
          onClick={() => {
            showRequest({ ...turn, fromCall: true });
            revealPane('Requests');
          }}
        >
          {text('request')}
        </Button>
      )}
      {diff && (
        <Button
          size="small"
          onClick={() => {
            openTab(diffTab(id, diff.path));
            revealPane('Editor');
          }}
        >
          {text('openDiff')}
        </Button>
      )}
      {phase === 'denied' && (
        <Button
          size="small"
          title={text('whyExplains')}
          onClick={() => {
            askWhy({ name, args, ...(denial && { denial }) });
            revealPane('Policy');
          }}
        >
          {text('why')}
        </Button>
      )}
    </div>
  );
}
