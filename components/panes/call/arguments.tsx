import { parsePartialJson } from '@/lib/schema/partial-json';
import { memo } from 'react';
import { cx } from '../../elements/cx';
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
        <Field key={name} name={name} value={field} />
      ))}
    </dl>
  );
});

/** A value of several lines stands below its name, as wide as there is room. */
function Field({ name, value }: { name: string; value: unknown }) {
  const text = useText('thread');
  const written = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const long = written.includes('\n');
  return (
    <>
      <dt className={cx('text-faint', long && 'col-span-2')}>{name}</dt>
      <dd className={cx('min-w-0', long ? 'col-span-2' : 'break-words whitespace-pre-wrap')}>
        {long ? <TextBlock label={text('value')}>{written}</TextBlock> : written}
      </dd>
    </>
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
