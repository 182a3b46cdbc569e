import type { McpConnections } from '@/lib/ports';
import { useState, type ComponentProps } from 'react';
import { Button } from '../../../elements/button';
import { cx } from '../../../elements/cx';
import { useText } from '../../../messages/use-text';
import { useAct } from '../../../state/page-context';

const NAME = /^[a-z][a-z0-9-]{0,30}$/i;
const EMPTY = { name: '', url: '', token: '' };

/** A form for a remote server. The token stays in this tab and is lost with it. */
export function AddServer({ mcp, taken }: { mcp: McpConnections; taken: readonly string[] }) {
  const act = useAct();
  const text = useText('storeViews');
  const [draft, setDraft] = useState(EMPTY);
  const { name, url, token } = draft;
  const fault = issueOf(name, url, taken);
  const field = (key: keyof typeof EMPTY) => ({
    value: draft[key],
    onValue: (value: string) => setDraft((before) => ({ ...before, [key]: value })),
  });
  return (
    <form
      aria-label={text('addServer')}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-t border-line px-3 py-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault !== undefined) return;
        act(async () => {
          await mcp.add({ name, url, ...(token !== '' && { token }) });
          await mcp.connect(name).catch(() => undefined);
        });
        setDraft(EMPTY);
      }}
    >
      <Field label={text('name')} placeholder={text('nameExample')} className="w-24" {...field('name')} />
      <Field
        label={text('address')}
        placeholder={text('addressExample')}
        className="min-w-40 flex-1"
        {...field('url')}
      />
      <Field
        label={text('token')}
        placeholder={text('tokenExample')}
        className="w-40"
        type="password"
        autoComplete="off"
        {...field('token')}
      />
      <Button type="submit" disabled={fault !== undefined}>
        {text('add')}
      </Button>
      {name !== '' && url !== '' && fault !== undefined && (
        <p role="alert" className="w-full text-xs text-bad">
          {text(fault)}
        </p>
      )}
    </form>
  );
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  onValue: (value: string) => void;
}

function Field({ label, onValue, className, ...rest }: FieldProps) {
  return (
    <input
      {...rest}
      aria-label={label}
      onChange={({ target }) => onValue(target.value)}
      className={cx('field', className)}
    />
  );
}

function issueOf(
  name: string,
  url: string,
  taken: readonly string[],
): 'nameWrong' | 'nameTaken' | 'addressWrong' | undefined {
  if (!NAME.test(name)) return 'nameWrong';
  if (taken.includes(name)) return 'nameTaken';
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? undefined : 'addressWrong';
}
