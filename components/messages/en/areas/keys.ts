/** The list of keys. */
export default {
  title: 'Keys',
  list: 'List of keys',
  inPlace: 'Where they apply',
  send: 'Send the message (with Shift: a new line)',
  save: 'Save the file',
  or: '{first} or {second}',
} as const;
