import type { Messages } from '../../messages/catalogues';

type Hint = keyof Messages['errorHints'];

interface Told {
  readonly code: string;
  /** The person has stopped the thread, and the server has not heard it. */
  readonly stop?: true;
}

/**
 * The message that says what a person can do about an error, unless its own text says so. `ofRun`: the server has had it, and
 * not this browser.
 */
export function errorHint({ code, stop }: Told, online: boolean, ofRun: boolean): Hint | undefined {
  switch (code) {
    case 'NOT_FOUND':
      return 'notFound';
    case 'NETWORK_ERROR':
      if (stop) return 'stopsThen';
      if (!ofRun) return 'goesOn';
      return online ? 'serverOffline' : 'offline';
    case 'PART_NOT_LOADED':
      return 'partNotLoaded';
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
