import type { PoolEntryView } from '@/lib/client/tool-state';
import { toJsonSchema } from '@/lib/schema';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { exampleText } from '../contract/example-args';
import { ArgumentsForm } from '../tester/form/arguments-form';

export interface DraftedCall {
  readonly key: number;
  readonly name: string;
  /** Exactly as it will be sent, valid or not. */
  readonly arguments: string;
}

/** One call of the turn: any name, with arguments field by field or as raw text. */
export function CallForm(props: {
  call: DraftedCall;
  number: number;
  pool: readonly PoolEntryView[];
  onChange: (call: DraftedCall) => void;
  onRemove: () => void;
}) {
  const { call, number, pool, onChange, onRemove } = props;
  const say = useText('yourTurn');
  const [raw, setRaw] = useState(false);
  const id = useId();
  const toolNamed = (name: string): PoolEntryView['tool'] | undefined =>
    pool.find((entry) => entry.name === name)?.tool;
  const tool = toolNamed(call.name);
  const asRaw = raw || !tool;

  const rename = (name: string): void => {
    const chosen = toolNamed(name);
    const untouched = call.arguments === exampleText(tool) || call.arguments === '{}';
    onChange({ ...call, name, ...(chosen && untouched && { arguments: exampleText(chosen) }) });
  };

  return (
    <div
      role="group"
      aria-label={say('call', { number })}
      className="grid gap-1.5 rounded-md border border-line bg-bg p-2"
    >
      <div className="flex items-center gap-1.5">
        <input
          aria-label={say('tool', { number })}
          list={id}
          value={call.name}
          spellCheck={false}
          onChange={({ target }) => rename(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <datalist id={id}>
          {pool.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <Button look="quiet" size="small" disabled={!tool} onClick={() => setRaw(!asRaw)}>
          {say(asRaw ? 'form' : 'json')}
        </Button>
        <IconButton label={say('remove', { number })} onClick={onRemove}>
          <X aria-hidden size={14} />
        </IconButton>
      </div>
      {!tool && <p className="text-xs text-dim">{say('unknown')}</p>}
      {asRaw ? (
        <textarea
          aria-label={say('args', { number })}
          rows={2}
          value={call.arguments}
          spellCheck={false}
          onChange={({ target }) => onChange({ ...call, arguments: target.value })}
          className="field field-sizing-content h-auto! max-h-56 min-w-0 resize-none py-1! font-mono text-xs"
        />
      ) : (
        <ArgumentsForm
          schema={toJsonSchema(tool.input)}
          text={call.arguments}
          onChange={(text) => onChange({ ...call, arguments: text })}
        />
      )}
    </div>
  );
}
