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

/** A call of ours by the names that some tools have; what its tool has no field for is left out. */
export function underTheirNames(
  having: Having,
  ours: string,
  input: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly input: Readonly<Record<string, unknown>> } {
  const named = Object.entries(input).flatMap(([field, value]) => {
    const theirs = having.field(ours, field);
    return theirs === undefined ? [] : [[theirs, value] as const];
  });
  return { name: having.tool(ours) ?? ours, input: Object.fromEntries(named) };
}
