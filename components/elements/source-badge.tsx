import type { ToolMetadata } from '@/lib/protocol';

const EXPLAINS: Readonly<Record<ToolMetadata['source'], string>> = {
  builtin: 'Comes with the page.',
  custom: 'A person or the application added it.',
  mcp: 'Comes from an MCP server.',
  dynamic: 'The agent made it in this thread.',
};

/** Where a tool comes from. */
export const SourceBadge = ({ source }: { source: ToolMetadata['source'] }) => (
  <span
    title={EXPLAINS[source]}
    className="shrink-0 rounded border border-line px-1 font-mono text-2xs leading-4 text-faint"
  >
    {source}
  </span>
);
