import { OUR_BEHAVIOUR, type Behaviour } from './behaviour';

export { OUR_BEHAVIOUR, type Behaviour, type CheckOrder, type PipelineTexts, type Scheduling } from './behaviour';

/** The names of a model's tools and their fields, by our names. */
export interface Names {
  /** Undefined if no tool corresponds to ours. */
  tool(ours: string): string | undefined;
  /** Undefined if the tool or its field does not exist. */
  field(tool: string, ours: string): string | undefined;
}

/** Our own names: every tool exists, under its own name. */
const OUR_NAMES: Names = { tool: (ours) => ours, field: (_tool, ours) => ours };

/** Anything that knows the model's system, such as a tool's context. */
export interface Addressed {
  readonly system?: { readonly names: Names } | undefined;
}

/** The names that the model knows. */
export const namesOf = ({ system }: Addressed): Names => system?.names ?? OUR_NAMES;

/** A sentence that names other tools; empty if the model lacks one of them and so could not follow the advice. */
export function naming(
  addressed: Addressed,
  ours: readonly string[],
  sentence: (...names: string[]) => string,
): string {
  const names = namesOf(addressed);
  const found = ours.flatMap((name) => names.tool(name) ?? []);
  return found.length === ours.length ? sentence(...found) : '';
}

/** The parts of a tool that determine its names. */
interface NamedTool {
  readonly name: string;
  readonly executor?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly existingFolders?: boolean;
}

/** What a set of tools can do, by our names: whether there is such a tool, and whether it has such a field. */
interface Having {
  tool(ours: string): string | undefined;
  field(tool: string, ours: string): string | undefined;
}

/** A pseudo-field for a tool's ability to create the folders of its path. */
const NEW_FOLDERS = 'new folders';

export function havingOf(tools: readonly NamedTool[]): Having {
  const byOurs = new Map(tools.map((tool) => [tool.executor ?? tool.name, tool]));
  return {
    tool: (ours) => byOurs.get(ours)?.name,
    field(name, ours) {
      const tool = byOurs.get(name);
      if (!tool) return undefined;
      if (ours === NEW_FOLDERS) return tool.existingFolders ? undefined : ours;
      // A built-in tool has all our fields.
      return tool.fields ? tool.fields[ours] || undefined : ours;
    },
  };
}

/** Translates a call from our names to those of the given tools; fields the tool lacks are left out. */
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

/** A system of tools: how calls behave, and what everything is called. Each of its tools refers to it. */
export interface System {
  readonly id: string;
  readonly behaviour: Behaviour;
  readonly names: Names;
}

export const OUR_SYSTEM: System = { id: 'toolyard', behaviour: OUR_BEHAVIOUR, names: OUR_NAMES };

/** The system of a pool of tools: that of the first tool that has one. Tools from elsewhere follow it too. */
export const systemOf = (tools: readonly { readonly system?: System | undefined }[]): System =>
  tools.find(({ system }) => system)?.system ?? OUR_SYSTEM;
