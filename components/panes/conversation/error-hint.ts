type Hint = 'hintNotFound' | 'hintServerOffline' | 'hintOffline' | 'hintBadAnswer' | 'hintContext' | 'hintQuota';

/** The message that says what a person can do about an error, unless its own text says so. */
export function errorHint(code: string, online: boolean): Hint | undefined {
  switch (code) {
    case 'NOT_FOUND':
      return 'hintNotFound';
    case 'NETWORK_ERROR':
      return online ? 'hintServerOffline' : 'hintOffline';
    case 'BAD_ANSWER':
      return 'hintBadAnswer';
    case 'CONTEXT_EXCEEDED':
      return 'hintContext';
    case 'QUOTA_EXCEEDED':
      return 'hintQuota';
    default:
      return undefined;
  }
}
