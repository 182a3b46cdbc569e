'use client';

import type { CallView } from '@/lib/client/state';
import { useMemo } from 'react';
import { Button, ButtonLink } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { revealPane, type PaneName } from '../../state/focus-pane';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { diffTab } from '../../state/ui';
import { keepPlace } from '../header/navigation';
import { packAddress } from '../pack-address';
import { laidOut } from './markers';
import { turnOfCall } from './turn-of-call';

/** Ways to continue from a call; each takes the call's tool and arguments along. */
export function CallActions({ call }: { call: CallView }) {
  const { id, name, args, diff, phase, result } = call;
  const text = useText('call');
  const entry = useClientState((state) => state.pool.find((one) => one.name === name));
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
      {entry && (
        <>
          <Leading to="Contract" title={text('tryAgainExplains')} show={() => tryCall({ name, args: laidOut(args) })}>
            {text(result ? 'tryAgain' : 'tryThese')}
          </Leading>
          <Leading
            to="Contract"
            title={text('contractExplains', { name })}
            show={() => openContract(name, laidOut(args))}
          >
            {text('contract')}
          </Leading>
        </>
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
        <Leading to="Requests" title={text('requestExplains')} show={() => showRequest({ ...turn, fromCall: true })}>
          {text('request')}
        </Leading>
      )}
      {diff && (
        <Leading to="Editor" show={() => openTab(diffTab(id, diff.path))}>
          {text('openDiff')}
        </Leading>
      )}
      {phase === 'denied' && (
        <Leading to="Policy" title={text('whyExplains')} show={() => askWhy({ name, args, ...(denial && { denial }) })}>
          {text('why')}
        </Leading>
      )}
    </div>
  );
}

/** Shows something in another pane, and the pane. */
function Leading(props: { to: PaneName; title?: string; show: () => void; children: string }) {
  const { to, title, show, children } = props;
  return (
    <Button
      size="small"
      title={title}
      onClick={() => {
        show();
        revealPane(to);
      }}
    >
      {children}
    </Button>
  );
}
