/** The palette of commands. */
export default {
  title: 'All commands',
  placeholder: 'Search for a command, a tool or a file',
  groupFiles: 'Files',
  language: 'Language: {title} ({name})',
  none: 'No command matches.',
} as const;
