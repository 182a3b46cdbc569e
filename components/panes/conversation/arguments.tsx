import { parsePartialJson } from '@/lib/schema/partial-json';
import { memo } from 'react';
import { TextBlock } from '../../elements/text-block';
import { useText } from '../../messages/use-text';

/** A call's arguments field by field, even while they are still streaming. */
export const ArgumentsView = memo(function Arguments({ text: args }: { text: string }) {
  const text = useText('thread');
  const { value } = parsePartialJson(args);
  if (!isRecord(value)) {
    return args.trim() ? <TextBlock label={text('arguments')}>{args}</TextBlock> : null;
  }
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 font-mono text-xs">
      {Object.entries(value).map(([name, field]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="min-w-0">
            <Field value={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
});

function Field({ value }: { value: unknown }) {
  const text = useText('thread');
  const written = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  if (written.includes('\n')) return <TextBlock label={text('value')}>{written}</TextBlock>;
  return <span className="break-words whitespace-pre-wrap">{written}</span>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
