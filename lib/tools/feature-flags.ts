/** A feature that a person may switch off, with every tool that belongs to it. */
export interface FeatureFlag {
  /** `Tool.featureFlag`. */
  readonly id: string;
  readonly title: string;
  readonly explains: string;
}

/** Every feature flag there is. On, unless a person says otherwise. */
export const FEATURE_FLAGS = [
  {
    id: 'dynamic-tools',
    title: 'Dynamic tools',
    explains: 'Models may write tools of their own, which run in a sandboxed worker.',
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    explains: 'Models may trigger what the operator lists, outside of the sandbox.',
  },
] as const satisfies readonly FeatureFlag[];

export type FeatureFlagId = (typeof FEATURE_FLAGS)[number]['id'];

/** The flags as they are with some of them off. */
export const flagsWithout = (off: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(FEATURE_FLAGS.map(({ id }) => [id, !off.includes(id)]));
