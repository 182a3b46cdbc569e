import type { Messages } from '../../messages/catalogues';

type Hint = keyof Messages['errorHints'];

/** The message that says what a person can do about an error, unless its own text says so. */
export function errorHint(code: string, online: boolean): Hint | undefined {
  switch (code) {
    case 'NOT_FOUND':
      return 'notFound';
    case 'NETWORK_ERROR':
      return online ? 'serverOffline' : 'offline';
    case 'BAD_ANSWER':
      return 'badAnswer';
    case 'CONTEXT_EXCEEDED':
      return 'context';
    case 'QUOTA_EXCEEDED':
      return 'quota';
    default:
      return undefined;
  }
}
