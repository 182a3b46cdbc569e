import { ArrowLeftRight } from 'lucide-react';
import { timeOf } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import type { ListedThread } from '../../state/thread-list';
import { PRESETS } from '@/lib/tools/presets';
import { threadTraits } from '../threads/thread-traits';
import { suggestedPairs, type ThreadPair } from './suggested-pairs';

/** What to do until two threads are chosen: suggested pairs, or how to get some. */
export function NothingCompared(props: {
  threads: readonly ListedThread[];
  /** The side that is already chosen. */
  chosen: string | undefined;
  onChoose: (pair: ThreadPair) => void;
}) {
  const { threads, chosen, onChoose } = props;
  const text = useText('compare');
  const pairs = suggestedPairs(threads, chosen);
  if (pairs.length === 0) {
    const [only] = threads;
    const again = only?.scenario === undefined ? '/' : `/?scenario=${encodeURIComponent(only.scenario)}`;
    return (
      <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-panel px-4 py-3">
        <p className="text-dim">{text(only ? 'onlyOne' : 'none')}</p>
        <a href={again} className="text-accent hover:underline">
          {text(only ? 'runAgain' : 'runOne')}
        </a>
      </div>
    );
  }
  return (
    <section aria-label={text('suggested')} className="grid gap-1.5">
      <h2 className="text-dim">{text('suggested')}</h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {pairs.map((pair) => (
          <li key={`${pair.left.id} ${pair.right.id}`}>
            <button
              type="button"
              onClick={() => onChoose(pair)}
              className="grid w-full grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 px-3 py-2 text-left hover:bg-hover"
            >
              <Named thread={pair.left} />
              <ArrowLeftRight aria-hidden size={14} className="text-faint" />
              <Named thread={pair.right} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Named({ thread }: { thread: ListedThread }) {
  const [text, locale] = [useText('threads'), useLocale()];
  return (
    <span className="grid min-w-0">
      <span className="truncate">{listedTitle(thread)}</span>
      <span className="text-xs text-faint tabular-nums">
        {[timeOf(thread.at, locale), ...threadTraits(thread, text, PRESETS)].join(' · ')}
      </span>
    </span>
  );
}

/** A thread's name, or its title, or its id. */
export const listedTitle = ({ name, title, id }: ListedThread): string => name || title || id;
