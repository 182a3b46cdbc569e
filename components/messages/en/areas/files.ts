/** The files of the project. */
export default {
  mount: 'Run a scenario to mount its project.',
  tree: 'Project files',
  inThread: 'In this thread: {words}',
  showChanged: 'Show what this thread changed',
  changed: '{count, number} changed',
  reset: 'Reset the files',
  title: 'Files',
  noSandbox: 'There is no sandbox.',
  starting: 'The sandbox is starting…',
  resetTitle: 'Reset the files?',
  resetExplains: 'The project is mounted again as it was at first. The conversation stays.',
  resetLost: '{count, plural, one {# changed file} other {# changed files}} would be lost, and whatever commands made.',
  resetNone: 'No changed file is known; what commands made, such as those of the terminal, would be lost.',
  keep: 'Keep them',
  runTitle: 'Run again with fresh files?',
  runExplains:
    'You changed {count, plural, one {# file} other {# files}} yourself. A new run begins with the project as it was at first.',
  runKept: 'Your changes stay in this thread: open it again under Threads to go on with them.',
  stay: 'Stay here',
  runFresh: 'Run with fresh files',
} as const;
