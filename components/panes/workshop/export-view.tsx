'use client';

import { packTypes } from '@/lib/client/code/pack-language';
import type { Pack } from '@/lib/workshop/pack';
import { packFragment } from '@/lib/workshop/pack-link';
import { exportPack, PACK_EXPORTS, zipOf, type PackExport } from '@/lib/workshop/export-pack';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../elements/button';
import { CopyButton } from '../../elements/copy-button';
import { CodeView } from '../../elements/monaco';
import { EmptyNote, Loading } from '../../elements/pane';
import { Pick } from '../../elements/pick';
import { useText } from '../../messages/use-text';
import { useAct } from '../../state/page-context';
import { saveFile } from '../../state/save-file';
import { useBench } from './use-workbench';

/** The message that describes each export in a sentence. */
const SUMMARIES = {
  'ai-sdk': 'asAiSdk',
  'claude-agent-sdk': 'asClaudeAgentSdk',
  'mcp-server': 'asMcpServer',
  'openai-agents': 'asOpenAiAgents',
  langchain: 'asLangChain',
  mastra: 'asMastra',
  declarations: 'asDeclarations',
  'toolyard-pack': 'asPack',
} as const satisfies Record<PackExport['id'], string>;

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A pack as an export: the files of a framework's project, to read, copy and download. */
export function ExportView(props: { target: PackExport['id']; onTarget: (target: PackExport['id']) => void }) {
  const { target, onTarget } = props;
  const say = useText('workshop');
  const name = useBench((state) => state.chosen);
  const kept = useBench((state) => state.packs?.find(({ pack }) => pack.name === name));
  const [wanted, setWanted] = useState('');
  const hookTypes = useHookTypes();
  const files = useMemo(
    () => (kept?.compiled && hookTypes !== undefined ? exportPack(target, kept.pack, kept.compiled, hookTypes) : {}),
    [kept, target, hookTypes],
  );
  const paths = Object.keys(files);
  const path = paths.includes(wanted) ? wanted : paths[0];
  if (kept?.compiled && hookTypes === undefined) return <Loading />;
  if (!kept || path === undefined) return <EmptyNote>{say('exportNone')}</EmptyNote>;
  const text = files[path] ?? '';
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line p-1.5">
        <Pick label={say('exportTo')} value={target} options={PACK_EXPORTS} onPick={onTarget} />
        {paths.length > 1 && (
          <Pick label={say('file')} value={path} options={paths.map((id) => ({ id, title: id }))} onPick={setWanted} />
        )}
        <span className="flex-1" />
        {paths.length > 1 && (
          <Button
            look="primary"
            size="small"
            onClick={() => saveFile(`${kept.pack.name}.zip`, zipOf(files, kept.pack.name))}
          >
            <Download aria-hidden size={12} /> {say('downloadAll')}
          </Button>
        )}
        <Button look={paths.length > 1 ? 'quiet' : 'primary'} size="small" onClick={() => saveFile(baseOf(path), text)}>
          <Download aria-hidden size={12} /> {say('download', { name: baseOf(path) })}
        </Button>
        <CopyButton text={text} />
      </div>
      {target === 'toolyard-pack' && <PackLink key={JSON.stringify(kept.pack)} pack={kept.pack} />}
      <p className="shrink-0 px-3 py-1.5 text-xs text-dim">
        {say(SUMMARIES[target])} {'README.md' in files && say('readme')}
      </p>
      <CodeView label={say('exportOf', { file: path })} path={path} text={text} wrap />
    </div>
  );
}

/** The type declarations for hooks; undefined until they have loaded. */
function useHookTypes(): string | undefined {
  const act = useAct();
  const [types, setTypes] = useState<string>();
  useEffect(() => {
    let left = false;
    act(async () => {
      const { 'node_modules/toolyard/hooks.d.ts': told = '' } = await packTypes();
      if (!left) setTypes(told);
    });
    return () => void (left = true);
  }, [act]);
  return types;
}

/** A link that contains the pack itself. Whoever opens it can read the source before anything runs. */
function PackLink({ pack }: { pack: Pack }) {
  const text = useText('workshop');
  const [fragment, setFragment] = useState<string | null>();
  useEffect(() => {
    let left = false;
    void packFragment(pack).then((made) => left || setFragment(made ?? null));
    return () => void (left = true);
  }, [pack]);
  if (fragment === undefined) return null;
  if (fragment === null) return <p className="shrink-0 px-3 pt-1.5 text-xs text-dim">{text('linkTooLarge')}</p>;
  const link = `${location.origin}/workshop${fragment}`;
  return (
    <p className="flex shrink-0 items-center gap-2 px-3 pt-1.5 text-xs">
      <a href={link} className="text-accent underline">
        {text('link')}
      </a>
      <CopyButton text={link} title={text('copyLink')} />
    </p>
  );
}
