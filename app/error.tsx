'use client';

import { Button } from '@/components/elements/button';
import { useText } from '@/components/messages/use-text';

/** Shown if the whole page fails. Threads are on the server and files in this browser: reloading brings both back. */
export default function PageError({ error }: { error: Error }) {
  const text = useText('page');
  return (
    <main role="alert" className="grid h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="text-md font-semibold">{text('failed')}</h1>
      <p className="max-w-[60ch] font-mono text-xs break-words text-dim">{error.message}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {text('loadAgain')}
      </Button>
      <p className="text-xs text-dim">{text('kept')}</p>
    </main>
  );
}
