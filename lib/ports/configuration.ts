/** A setting that the Config tool may read and, if a person's rules allow it, change. */
export interface ConfigurationSetting {
  readonly key: string;
  readonly description: string;
  /** JSON Schema of its value. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

export interface Configuration {
  list(): readonly ConfigurationSetting[];
  /** Undefined if there is no such key; a reason if the value does not fit. */
  set(key: string, value: unknown): { readonly ok: true } | { readonly ok: false; readonly reason: string } | undefined;
}
