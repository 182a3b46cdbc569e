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
