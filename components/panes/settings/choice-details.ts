/** The message keys of what each choice means, by its id. */
export const DISCOVERY_DETAILS = {
  full: 'discoveryFullExplains',
  lazy: 'discoveryLazyExplains',
  deferred: 'discoveryDeferredExplains',
} as const;
export const TOOL_MODE_DETAILS = {
  auto: 'callsAutoExplains',
  native: 'callsNativeExplains',
  prompt: 'callsPromptExplains',
} as const;
export const SANDBOX_DETAILS = {
  embedded: 'sandboxEmbeddedExplains',
  webcontainer: 'sandboxWebContainerExplains',
  auto: 'sandboxAutoExplains',
} as const;
