/** A feature that a person can switch off, along with all its tools. */
interface FeatureFlag {
  /** `Tool.featureFlag`. */
  readonly id: string;
  readonly title: string;
  readonly explains: string;
}

/** All feature flags. On unless a person turns them off. */
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

/** All flags by id, with the given ones off. */
export const flagsWithout = (off: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(FEATURE_FLAGS.map(({ id }) => [id, !off.includes(id)]));
