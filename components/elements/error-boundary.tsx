'use client';

import { Component, type ReactNode } from 'react';
import { messageOf } from '@/lib/protocol/message-of';
import { useText } from '../messages/use-text';
import { Button } from './button';

/** Keeps a failure inside its pane. Without `what`, nothing is shown of what the page can do without. */
export class ErrorBoundary extends Component<{ what?: string; children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: messageOf(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    const { what, children } = this.props;
    if (message === null) return children;
    return what === undefined ? null : (
      <Failed what={what} message={message} onAgain={() => this.setState({ message: null })} />
    );
  }
}

function Failed({ what, message, onAgain }: { what: string; message: string; onAgain: () => void }) {
  const text = useText('elements');
  return (
    <div role="alert" className="m-auto grid max-w-[46ch] justify-items-center gap-2 p-4 text-center">
      <p>{text.rich('failed', { what, b: bad })}</p>
      <p className="font-mono text-xs break-words text-dim">{message}</p>
      <Button onClick={onAgain}>{text('showAgain')}</Button>
    </div>
  );
}

const bad = (chunks: ReactNode) => <b className="text-bad">{chunks}</b>;
