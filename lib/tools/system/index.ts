import { OUR_BEHAVIOUR, type Behaviour } from './behaviour';

export { OUR_BEHAVIOUR, type Behaviour, type CheckOrder, type PipelineTexts, type Scheduling } from './behaviour';

/** What a model's tools and their fields are called, by our names of them. */
export interface Names {
  /** Undefined where no tool does what ours of that name does. */
  tool(ours: string): string | undefined;
  /** Undefined where the tool, or its field, is not there. */
  field(tool: string, ours: string): string | undefined;
}

/** Ours: every tool there is, under its own name. */
export const OUR_NAMES: Names = { tool: (ours) => ours, field: (_tool, ours) => ours };

/** Who is addressed: a tool's context, or anything else that knows the system. */
export interface Addressed {
  readonly system?: { readonly names: Names } | undefined;
}

/** The names that the addressed model knows. */
export const namesOf = ({ system }: Addressed): Names => system?.names ?? OUR_NAMES;

/** A sentence that names other tools; nothing where the model has one of them not, as advice it cannot follow. */
export function naming(
  addressed: Addressed,
  ours: readonly string[],
  sentence: (...names: string[]) => string,
): string {
  const names = namesOf(addressed);
  const found = ours.flatMap((name) => names.tool(name) ?? []);
  return found.length === ours.length ? sentence(...found) : '';
}

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

/** A system of tools: how its calls behave, and what everything is called. Each of its tools brings it along. */
export interface System {
  readonly id: string;
  readonly behaviour: Behaviour;
  readonly names: Names;
}

export const OUR_SYSTEM: System = { id: 'toolyard', behaviour: OUR_BEHAVIOUR, names: OUR_NAMES };

/** The system that a pool of tools belongs to: that of the first tool that brings one, and tools from elsewhere keep to its ways. */
export const systemOf = (tools: readonly { readonly system?: System | undefined }[]): System =>
  tools.find(({ system }) => system)?.system ?? OUR_SYSTEM;
