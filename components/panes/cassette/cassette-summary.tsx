import type { Cassette } from '@/lib/protocol';
import { plural } from '../../elements/format';

/** What is on a cassette, in a few lines. */
export function CassetteSummary({ cassette }: { cassette: Cassette }) {
  const { title, recordedAt, entries, agents = [] } = cassette;
  const all = [...entries, ...agents.flatMap((agent) => agent.entries)];
  const turns = all.flatMap((entry) => (entry.kind === 'turn' ? [entry] : []));
  const calls = turns.flatMap(({ pieces }) => pieces.filter(({ type }) => type === 'call-start'));
  const models = [...new Set(turns.map(({ model }) => model))];
  return (
    <div
      role="group"
      aria-label="On the cassette"
      className="grid gap-0.5 rounded-md border border-line bg-bg px-3 py-2"
    >
      <p className="truncate font-medium">{title}</p>
      <p className="text-xs text-dim">
        {plural(turns.length, 'turn')}, {plural(calls.length, 'call')}
        {agents.length > 0 && `, ${plural(agents.length, 'sub-agent')}`}, by {models.join(', ') || 'no model'} ·{' '}
        {new Date(recordedAt).toLocaleString()}
      </p>
    </div>
  );
}
