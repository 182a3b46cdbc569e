/** What a person can do about an error, where its own words do not say so. */
export function errorHint(code: string, online: boolean): string | undefined {
  switch (code) {
    case 'NOT_FOUND':
      return 'It may belong to another browser, or its server may have lost its data. Begin a new one, or open one of yours.';
    case 'NETWORK_ERROR':
      return online
        ? 'The server could not reach the provider: look at its network. The scripted model needs none.'
        : 'This computer has no network. The scripted model needs none.';
    case 'BAD_ANSWER':
      return 'Look at the address in Settings: it ends with the version of the API, such as /v1.';
    case 'CONTEXT_EXCEEDED':
      return 'Begin a new thread, or choose a model with more room.';
    case 'QUOTA_EXCEEDED':
      return 'The account behind the key has nothing left to spend. The scripted model costs nothing.';
    default:
      return undefined;
  }
}
