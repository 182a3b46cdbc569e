'use client';

import type { KnowledgeDocument } from '@/lib/ports';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../elements/button';
import { ago, count } from '../../../elements/format';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useLocale, useText } from '../../../messages/use-text';
import { useAct, useClientState } from '../../../state/page-context';
import { useNow } from '../../../state/use-now';
import { useObserved } from '../../../state/use-observed';

/** The documents that agents can search. */
export default function KnowledgeView() {
  const act = useAct();
  const [text, names] = [useText('storeViews'), useText('stores')];
  const knowledge = useClientState((state) => state.ports.knowledge);
  const documents = useObserved(knowledge) ?? [];
  if (documents.length === 0) {
    return <EmptyNote>{text.rich('documentsNone', TAGS)}</EmptyNote>;
  }
  return (
    <>
      <PaneTitle end={<span className="tabular-nums">{text('documentsCount', { count: documents.length })}</span>}>
        {names('knowledge')}
      </PaneTitle>
      <ul aria-label={text('documents')} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto pb-1.5">
        {documents.map((document) => (
          <Line key={document.id} document={document} onRemove={() => act(() => knowledge?.remove(document.id))} />
        ))}
      </ul>
    </>
  );
}

function Line({ document, onRemove }: { document: KnowledgeDocument; onRemove: () => void }) {
  const { title, origin, characters, passages, storedAt } = document;
  const now = useNow(false);
  const [text, locale] = [useText('storeViews'), useLocale()];
  return (
    <li className="flex items-start gap-2 px-3 py-1 hover:bg-hover">
      <span className="grid min-w-0 flex-1">
        <span className="truncate">{title}</span>
        <span className="truncate text-2xs text-faint">
          <span className="font-mono">{origin}</span> ·{' '}
          {text('passages', {
            count: passages,
            characters: count(characters, locale),
            ago: ago(now - storedAt, locale),
          })}
        </span>
      </span>
      <IconButton label={text('remove', { name: title })} onClick={onRemove}>
        <Trash2 aria-hidden size={13} />
      </IconButton>
    </li>
  );
}
