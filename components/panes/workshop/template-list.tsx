'use client';

import { originalSource } from '@/lib/client/original-source';
import { toJsonSchema } from '@/lib/schema';
import { forkOf, TEMPLATES, type PackTemplate } from '@/lib/workshop/templates';
import { Pick } from '../../elements/pick';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { focusPane } from '../../state/focus-pane';
import { useClientState } from '../../state/page-context';
import { examplesOf } from '../contract/example-args';
import { BeginWithDeclaration } from './begin-with-declaration';
import { useWorkbench } from './use-workbench';
import type { PackSources } from './workbench-state';

/** The message keys of each template's name and one-line description. */
const WORDS = {
  pure: ['pure', 'pureAbout'],
  files: ['files', 'filesAbout'],
  edits: ['edits', 'editsAbout'],
  command: ['command', 'commandAbout'],
  cli: ['cli', 'cliAbout'],
  http: ['http', 'httpAbout'],
  mcp: ['mcp', 'mcpAbout'],
  image: ['image', 'imageAbout'],
  around: ['around', 'aroundAbout'],
} as const satisfies Record<PackTemplate['id'], readonly [string, string]>;

/** The templates that a pack can start from. */
export function TemplateList({ onBegin }: { onBegin?: () => void }) {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const words = useText('workshopTemplates');
  const [said, label] = [useSaid('code'), useSaid('label')];
  const pool = useClientState((state) => state.pool);
  const begin = (files: PackSources): void => {
    const told = Object.fromEntries(Object.entries(files).map(([path, source]) => [path, said(source)]));
    void workbench.begin(told).then(() => focusPane('Source'));
    onBegin?.();
  };
  const fork = (name: string): void => {
    const tool = pool.find((entry) => entry.name === name)?.tool;
    if (!tool) return;
    const { description, kind, input } = tool;
    const form = { name, description, kind, schema: toJsonSchema(input), good: examplesOf(tool).good };
    void originalSource(name).then((original) => begin(forkOf({ ...form, original })));
  };
  return (
    <>
      <ul aria-label={text('templates')} className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {TEMPLATES.map(({ id, files }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => begin(files)}
              className="grid h-full w-full content-start gap-0.5 rounded-md border border-line bg-panel px-3 py-2 text-left hover:border-line-strong hover:bg-hover"
            >
              <span className="font-medium">{words(WORDS[id][0])}</span>
              <span className="text-xs text-dim">{words(WORDS[id][1])}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>
        <Pick
          label={text('fork')}
          value=""
          options={[
            { id: '', title: text('forkMore') },
            ...pool.map(({ name, tool: { category } }) => ({ id: name, title: name, group: label(category) })),
          ]}
          onPick={fork}
        />
      </p>
      <BeginWithDeclaration onBegin={begin} />
    </>
  );
}
