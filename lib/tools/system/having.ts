/** What of a tool tells its names. */
interface NamedTool {
  readonly name: string;
  readonly executor?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly existingFolders?: boolean;
}

/** What some tools can do, by our names: whether there is a tool for something, and whether that has a field for it. */
export interface Having {
  tool(ours: string): string | undefined;
  field(tool: string, ours: string): string | undefined;
}

/** A write that makes the folders its path needs, as a thing that a tool may have or not. */
const NEW_FOLDERS = 'new folders';

export function havingOf(tools: readonly NamedTool[]): Having {
  const byOurs = new Map(tools.map((tool) => [tool.executor ?? tool.name, tool]));
  return {
    tool: (ours) => byOurs.get(ours)?.name,
    field(name, ours) {
      const tool = byOurs.get(name);
      if (!tool) return undefined;
      if (ours === NEW_FOLDERS) return tool.existingFolders ? undefined : ours;
      // A tool of ours has every field of ours.
      return tool.fields ? tool.fields[ours] || undefined : ours;
    },
  };
}
