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
    if (what === undefined) return null;
    if (missing) return <NotLoaded what={what} />;
    return <Failed what={what} message={message} onAgain={() => this.setState({ message: null })} />;
  }
}

interface BoundaryState {
  message: string | null;
  /** A part of the page did not load. It never will: its loader remembers the failure. */
  missing: boolean;
}

function NotLoaded({ what }: { what: string }) {
  const text = useText('elements');
  useReloadOnline(true);
  return (
    <div role="alert" className="m-auto grid max-w-[46ch] justify-items-center gap-2 p-4 text-center">
      <p>{text.rich('notLoaded', { what, b: bad })}</p>
      <Button onClick={reloadPage}>{text('reloadPage')}</Button>
    </div>
  );
}

function Failed({ what, message, onAgain }: { what: string; message: string; onAgain: () => void }) {
  const text = useText('elements');
  return (
    <div role="alert" className="m-auto grid max-w-[46ch] justify-items-center gap-2 p-4 text-center">
      <p>{text.rich('failed', { what, b: bad })}</p>
      <p className="min-w-0 font-mono text-xs break-all text-dim">{message}</p>
      <Button onClick={onAgain}>{text('showAgain')}</Button>
    </div>
  );
}

const bad = (chunks: ReactNode) => <b className="text-bad">{chunks}</b>;
