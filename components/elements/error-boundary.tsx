'use client';

import { Component, type ReactNode } from 'react';
import { isPartMissing, messageOf } from '@/lib/protocol/message-of';
import { useText } from '../messages/use-text';
import { Button } from './button';
import { reloadPage } from './reload-page';
import { useReloadOnline } from './use-reload-online';

/** Keeps a failure inside its pane. Without `what`, nothing is shown of what the page can do without. */
export class ErrorBoundary extends Component<{ what?: string; children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { message: null, missing: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { message: messageOf(error), missing: isPartMissing(error) };
  }

  override render(): ReactNode {
    const { message, missing } = this.state;
    const { what, children } = this.props;
    if (message === null) return children;
    return what === undefined ? null : (
      <Failed
        what={what}
        message={message}
        missing={missing}
        onAgain={() => this.setState({ message: null, missing: false })}
      />
    );
  }
}

interface BoundaryState {
  message: string | null;
  /** A part of the page did not load. It never will: its loader remembers the failure. */
  missing: boolean;
}

function Failed(props: { what: string; message: string; missing: boolean; onAgain: () => void }) {
  const { what, message, missing, onAgain } = props;
  const text = useText('elements');
  useReloadOnline(missing);
  return (
    <div role="alert" className="m-auto grid max-w-[46ch] justify-items-center gap-2 p-4 text-center">
      <p>{text.rich(missing ? 'notLoaded' : 'failed', { what, b: bad })}</p>
      {!missing && <p className="min-w-0 font-mono text-xs break-all text-dim">{message}</p>}
      <Button onClick={missing ? reloadPage : onAgain}>{text(missing ? 'reloadPage' : 'showAgain')}</Button>
    </div>
  );
}

const bad = (chunks: ReactNode) => <b className="text-bad">{chunks}</b>;
