/** Parts that many panes share. */
export default {
  failed: '<b>{what} failed.</b> The rest of the page still works.',
  notLoaded: '<b>{what} did not load.</b> The page loads again when it can, and nothing is lost.',
  reloadPage: 'Reload the page',
  showAgain: 'Show it again',
  loading: 'Loading…',
  undo: 'Undo',
  dismiss: 'Dismiss',
  callIs: 'call {number, number}',
  callOf: 'call {number, number} of {name}',
  aCall: 'a call',
  underOneMs: '<1 ms',
  ms: '{ms} ms',
  seconds: '{seconds} s',
  minutes: '{minutes, number} min {seconds, number} s',
} as const;
