/** Models that nobody provides: every tool works with them. */
const OURS: ReadonlySet<string> = new Set(['scripted', 'careless', 'human', 'cassette']);

/** Who provides a model, in the words of `Tool.supportedProviders`. */
export const providerOf = (model: string | undefined): string | undefined =>
  model === undefined || OURS.has(model) ? undefined : model;
