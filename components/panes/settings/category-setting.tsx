'use client';

import { CATEGORY } from '@/lib/tools/category';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../elements/button';
import { Pick } from '../../elements/pick';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';

/** A person's own categories: under which one each tool is listed, in the index and in searches. */
export function CategorySetting() {
  const text = useText('settings');
  const act = useAct();
  const { categories } = useClientState((state) => state.toolSettings);
  const file = (next: Readonly<Record<string, string>>): void =>
    act((client) => client.setToolSettings({ categories: next }));
  return (
    <section aria-label={text('categoriesLabel')} className="grid gap-1.5">
      <p className="font-medium">{text('categories')}</p>
      <p className="text-xs text-dim">{text('categoriesExplains')}</p>
      {Object.keys(categories).length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {Object.entries(categories).map(([tool, category]) => (
            <li key={tool} className="flex items-center gap-2 py-0.5 pr-1 pl-2 text-xs">
              <span className="min-w-0 flex-1 truncate">
                {category} <code className="text-dim">{tool}</code>
              </span>
              <IconButton
                label={text('categoryRemove', { tool, category })}
                onClick={() => file(Object.fromEntries(Object.entries(categories).filter(([name]) => name !== tool)))}
              >
                <X aria-hidden size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <NewCategory onFile={(tool, category) => file({ ...categories, [tool]: category })} />
    </section>
  );
}

function NewCategory({ onFile }: { onFile: (tool: string, category: string) => void }) {
  const text = useText('settings');
  const pool = useClientState((state) => state.pool);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const tool = pool.find(({ name }) => name === chosen)?.name ?? pool[0]?.name ?? '';
  const category = typed.trim();
  const ready = tool !== '' && CATEGORY.test(category);
  return (
    <form
      className="flex flex-wrap gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        onFile(tool, category);
        setTyped('');
      }}
    >
      <Pick
        label={text('categoryTool')}
        value={tool}
        options={pool.map(({ name }) => ({ id: name, title: name }))}
        onPick={setChosen}
      />
      <input
        aria-label={text('categoryName')}
        placeholder={text('categoryPlaceholder')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="field min-w-0 flex-1"
      />
      <Button type="submit" disabled={!ready}>
        {text('categoryFile')}
      </Button>
    </form>
  );
}
