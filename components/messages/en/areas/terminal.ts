/** The terminal. */
export default {
  none: 'There is no sandbox: {why}',
  starting: 'The sandbox is starting…',
  ended: '[The shell ended with exit code {code}. Press any key for another.]',
  notStarted: 'The shell did not start: {message}',
  again: '[Press any key to try again.]',
} as const;
