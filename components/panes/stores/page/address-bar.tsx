import { ArrowLeft, ArrowRight, Check, Copy, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../elements/button';
import { useText } from '../../../messages/use-text';

interface AddressBarProps {
  /** The address of the open page. */
  readonly address: string | undefined;
  /** The address that was asked for, and is not open. */
  readonly asked: string | undefined;
  readonly onOpen: (address: string) => void;
  /** Omitted if there is no page to go back to. */
  readonly onBack?: (() => void) | undefined;
  readonly onForward?: (() => void) | undefined;
}

/** The address of a page, to read, edit, reload and copy, and buttons to go back and forward. */
export function AddressBar({ address, asked, onOpen, onBack, onForward }: AddressBarProps) {
  const text = useText('storeViews');
  const [typed, setTyped] = useState(asked ?? address ?? '');
  const wanted = typed.trim();
  return (
    <form
      aria-label={text('pageAddress')}
      className="flex shrink-0 items-center gap-1 border-b border-line px-3 py-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '') onOpen(wanted);
      }}
    >
      {address !== undefined && (
        <>
          <IconButton label={text('back')} disabled={!onBack} onClick={onBack}>
            <ArrowLeft aria-hidden size={13} />
          </IconButton>
          <IconButton label={text('forward')} disabled={!onForward} onClick={onForward}>
            <ArrowRight aria-hidden size={13} />
          </IconButton>
        </>
      )}
      <input
        aria-label={text('address')}
        placeholder={text('pageAddressExample')}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="field min-w-0 flex-1 font-mono"
      />
      <Button type="submit" look="quiet" disabled={wanted === ''}>
        {text('open')}
      </Button>
      {address !== undefined && (
        <>
          <IconButton label={text('openAgain')} onClick={() => onOpen(address)}>
            <RotateCw aria-hidden size={13} />
          </IconButton>
          <CopyAddress address={address} />
        </>
      )}
    </form>
  );
}

function CopyAddress({ address }: { address: string }) {
  const text = useText('storeViews');
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  const label = text(({ idle: 'copyAddress', copied: 'copied', refused: 'copyRefused' } as const)[state]);
  return (
    <IconButton label={label} onClick={() => void copy()} onBlur={() => setState('idle')}>
      {state === 'copied' ? <Check aria-hidden size={13} /> : <Copy aria-hidden size={13} />}
    </IconButton>
  );
}
