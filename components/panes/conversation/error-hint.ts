/** What a person can do about an error, where its own words do not say so. */
export function errorHint(code: string, online: boolean): string | undefined {
  switch (code) {
    case 'NOT_FOUND':
      return 'A thread opens only in the browser it began in: this one may belong to another browser, or its server may have lost its data. Ask for the run as a file, and open that; or begin a new one.';
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
