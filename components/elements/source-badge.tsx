import type { ToolMetadata } from '@/lib/protocol';
import { useSaid } from '../messages/use-said';
import { useText } from '../messages/use-text';

const EXPLAINS = {
  builtin: 'sourceBuiltin',
  custom: 'sourceCustom',
  mcp: 'sourceMcp',
  dynamic: 'sourceDynamic',
} as const satisfies Readonly<Record<ToolMetadata['source'], string>>;

/** Where a tool comes from. */
export const SourceBadge = ({ source }: { source: ToolMetadata['source'] }) => (
  <span
    title={useText('marks')(EXPLAINS[source])}
    className="shrink-0 rounded border border-line px-1 font-mono text-2xs leading-4 text-faint"
  >
    {useSaid('label')(source)}
  </span>
);
