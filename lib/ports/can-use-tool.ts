/** What code may answer when it is asked about a call. A changed input is validated again. `ask`: it has no opinion. */
export type CanUseToolAnswer =
  | { readonly behavior: 'ask' }
  | { readonly behavior: 'allow'; readonly updatedInput?: unknown }
  | { readonly behavior: 'deny'; readonly message: string };

/** A permission callback: asked at the permission step, after the deny rules. */
export type CanUseTool = (
  name: string,
  input: unknown,
  options: {
    readonly signal: AbortSignal;
    /** Rules that would allow this call and its like. */
    readonly suggestions: readonly string[];
  },
) => Promise<CanUseToolAnswer>;
