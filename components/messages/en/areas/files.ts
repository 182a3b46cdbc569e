/** The files of the project. */
export default {
  showChanged: 'Show what this thread changed',
  changed: '{count, number} changed',
  reset: 'Reset the files',
  title: 'Files',
  noSandbox: 'There is no sandbox.',
  starting: 'The sandbox is starting…',
} as const;
