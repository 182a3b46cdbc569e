/** Dialogs about the project as a whole. */
export default {
  resetTitle: 'Reset the files?',
  resetExplains: 'The project goes back to its original state. The conversation stays.',
  resetLost:
    '{count, plural, one {# changed file} other {# changed files}} would be lost, along with anything that commands created.',
  resetNone:
    'No files are known to have changed, but anything that commands created, in the terminal for example, would be lost.',
  keep: 'Keep them',
  runTitle: 'Run again with fresh files?',
  runExplains:
    'You changed {count, plural, one {# file} other {# files}} yourself. A new run starts from the original project.',
  runKept: 'Your changes stay in this thread: open it again under Threads to go on with them.',
  leaveTitle: 'Leave your changes for another scenario?',
  leaveExplains:
    'You changed {count, plural, one {# file} other {# files}} yourself. The other scenario starts from its own project.',
  leave: 'Go to the scenario',
  threadTitle: 'Leave your changes for a new thread?',
  threadExplains:
    'You changed {count, plural, one {# file} other {# files}} yourself. A new thread starts from the original project.',
  threadLeave: 'New thread',
  stay: 'Stay here',
  runFresh: 'Run with fresh files',
  cloneTitle: 'Clone a git repository',
  cloneAddress: 'Address of a public repository',
  cloneExample: 'https://github.com/owner/repository',
  cloneExplains:
    'Its latest commit is read through this server, and becomes a project in this browser, with its git folder.',
  cloneStarts: 'Asking {host}…',
  cloneProgress: '{kilobytes, number} KB received, {count, plural, one {# file} other {# files}} written…',
  clone: 'Clone',
  noRepository: 'There is no public repository at this address.',
  cloneUnreachable: '{host} cannot be reached.',
  clonePrivate: '{host} is a private address. The operator of this server can allow it: TOOLYARD_ALLOW_HOSTS.',
  cloneFailed: 'It could not be cloned: {reason}',
  openTitle: 'Open {name}?',
  openHolds: 'It contains {count, plural, one {# file} other {# files}}, {kilobytes, number} KB.',
  openLeftOut: '{count, plural, one {# file} other {# files}} in node_modules left out.',
  openStays: 'The files stay in this browser. “Undo” brings back what was here, and “Reset” the files of the scenario.',
  openAdd: 'Add to the project',
  openReplace: 'Replace the project',
} as const;
