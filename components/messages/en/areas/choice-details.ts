/** What choices in the settings mean. */
export default {
  discoveryFullExplains: 'The model sees every tool’s full declaration in every turn.',
  discoveryLazyExplains: 'The model sees one line per tool, and searches for the declarations it needs.',
  discoveryDeferredExplains: 'All declarations go to the provider, which shows the model those its search finds.',
  callsAutoExplains: 'Whichever works best for the model.',
  callsNativeExplains: 'In the provider’s own call format.',
  callsPromptExplains: 'In a text dialect that the prompt teaches the model.',
  sandboxEmbeddedExplains: 'Runs in this tab, offline. The default.',
  sandboxWebContainerExplains:
    'StackBlitz’s runtime, loaded from stackblitz.com; npm goes through its servers, and what it serves is shown from webcontainer-api.io. StackBlitz’s terms of service apply; commercial use needs a licence of theirs.',
  sandboxAutoExplains:
    'WebContainer if it answers, embedded if not. Asking loads it from stackblitz.com, under StackBlitz’s terms of service; commercial use needs a licence of theirs.',
} as const;
