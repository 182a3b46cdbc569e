/** A setting that the Config tool may read and, where a person's rules allow, change. */
export interface ConfigurationSetting {
  readonly key: string;
  readonly description: string;
  /** JSON Schema of its value. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

export interface Configuration {
  list(): readonly ConfigurationSetting[];
  /** Undefined where there is no such key; a reason where the value does not fit. */
  set(key: string, value: unknown): { readonly ok: true } | { readonly ok: false; readonly reason: string } | undefined;
}
