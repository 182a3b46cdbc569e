/** The dialog of cassettes. */
export default {
  title: 'Cassettes',
  atOnce: 'At once',
  asRecorded: 'At the recorded pace',
  explains:
    'A cassette is a recorded run. Replayed, the model says what it said then, without a key, and its calls really run: where a tool’s result differs, the replay shows both.',
  choose: 'Choose a cassette, or drop one anywhere on the page',
  limit: '.cassette.json, up to 8 MB',
  file: 'Cassette file',
  refused: '<b>{name}</b> cannot be replayed. {reason}',
  speed: 'Speed',
  replay: 'Replay',
  contents:
    'The file contains the conversation, the model’s turns and the results, without keys. Read it before you share it.',
  save: 'Save this thread',
  recordExplains:
    'Keep a provider’s replies byte by byte from the next turn on, so that a replay goes through its adapter again.',
  record: 'Keep the provider’s bytes',
  unreadable: 'It cannot be read.',
  summary: 'On the cassette',
  counts: '{turns, plural, one {# turn} other {# turns}}, {calls, plural, one {# call} other {# calls}}',
  countsWithAgents:
    '{turns, plural, one {# turn} other {# turns}}, {calls, plural, one {# call} other {# calls}}, {agents, plural, one {# sub-agent} other {# sub-agents}}',
  by: '{counts}, by {models} · {when}',
  noModel: 'no model',
} as const;
