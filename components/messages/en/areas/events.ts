/** The log of a thread. */
export default {
  count: '{count, plural, one {# event} other {# events}}',
  open: 'Open or close the event',
  selected: 'Selected event',
} as const;
