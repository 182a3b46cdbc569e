'use client';

import { Component, type ReactNode } from 'react';
import { messageOf } from '@/lib/protocol/message-of';
import { Button } from './button';

/** Keeps a pane's failure inside the pane. */
export class ErrorBoundary extends Component<{ what: string; children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: messageOf(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return (
      <div role="alert" className="m-auto grid max-w-[46ch] justify-items-center gap-2 p-4 text-center">
        <p>
          <b className="text-bad">{this.props.what} failed.</b> The rest of the page goes on.
        </p>
        <p className="font-mono text-xs break-words text-dim">{message}</p>
        <Button onClick={() => this.setState({ message: null })}>Show it again</Button>
      </div>
    );
  }
}
