'use client';

import { Dialog } from '../elements/dialog';
import { Kbd } from '../elements/kbd';
import { useText } from '../messages/use-text';
import { chordLabel } from '../state/keys';
import { useUi } from '../state/page-context';
import { useCommands } from './use-shortcuts';
import { useMac } from '../state/use-mac';
import { groupBy } from '@/lib/protocol/group-by';

const IN_PLACE = [
  ['send', { key: 'Enter' }],
  ['save', { key: 's', command: true }],
] as const;

/** Every key of the page. */
export default function KeysDialog() {
  const text = useText('keys');
  const mac = useMac();
  const openDialog = useUi((ui) => ui.openDialog);
  const commands = useCommands().filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title={text('title')} onClose={() => openDialog(null)}>
      <div className="overflow-y-auto px-4 py-3" tabIndex={0} role="region" aria-label={text('list')}>
        {[...groupBy(commands, ({ group }) => group)].map(([group, own]) => (
          <section key={group} className="pb-3">
            <h3 className="pb-1 text-2xs font-semibold tracking-[0.04em] text-faint uppercase">{group}</h3>
            <dl className="grid grid-cols-[1fr_auto] gap-y-1">
              {own.map(({ id, title, keys }) => (
                <Row key={id} title={title} keys={keys.map((chord) => chordLabel(chord, mac))} />
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3 className="pb-1 text-2xs font-semibold tracking-[0.04em] text-faint uppercase">{text('inPlace')}</h3>
          <dl className="grid grid-cols-[1fr_auto] gap-y-1">
            {IN_PLACE.map(([title, chord]) => (
              <Row key={title} title={text(title)} keys={[chordLabel(chord, mac)]} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

function Row({ title, keys }: { title: string; keys: readonly string[] }) {
  const text = useText('keys');
  return (
    <>
      <dt>{title}</dt>
      <dd className="flex items-start justify-end gap-1">
        <span className="sr-only">{keys.reduce((first, second) => text('or', { first, second }))}</span>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </>
  );
}
