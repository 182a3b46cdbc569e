import type { McpConnections } from '@/lib/ports';
import { useState, type ComponentProps } from 'react';
import { Button } from '../../../elements/button';
import { cx } from '../../../elements/cx';
import { useAct } from '../../../state/page-context';

const NAME = /^[a-z][a-z0-9-]{0,30}$/i;
const EMPTY = { name: '', url: '', token: '' };

/** A form for a server elsewhere. The token stays in this tab and is gone with it. */
export function AddServer({ mcp, taken }: { mcp: McpConnections; taken: readonly string[] }) {
  const act = useAct();
  const [draft, setDraft] = useState(EMPTY);
  const { name, url, token } = draft;
  const fault = issueOf(name, url, taken);
  const field = (key: keyof typeof EMPTY) => ({
    value: draft[key],
    onValue: (value: string) => setDraft((before) => ({ ...before, [key]: value })),
  });
  return (
    <form
      aria-label="Add an MCP server"
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
      <Field label="Name" placeholder="name" className="w-24" {...field('name')} />
      <Field label="Address" placeholder="https://…/mcp" className="min-w-40 flex-1" {...field('url')} />
      <Field
        label="Token"
        placeholder="token, if it wants one"
        className="w-40"
        type="password"
        autoComplete="off"
        {...field('token')}
      />
      <Button type="submit" disabled={fault !== undefined}>
        Add
      </Button>
      {name !== '' && url !== '' && fault !== undefined && (
        <p role="alert" className="w-full text-2xs text-bad">
          {fault}
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

function issueOf(name: string, url: string, taken: readonly string[]): string | undefined {
  if (!NAME.test(name)) return 'A name has letters, digits and hyphens, and begins with a letter.';
  if (taken.includes(name)) return 'There is a server of that name.';
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? undefined : 'That is no http or https address.';
}
