/** Names of panes. */
export default {
  Files: 'Files',
  Editor: 'Editor',
  Conversation: 'Conversation',
  Call: 'Call',
  Terminal: 'Terminal',
  Events: 'Events',
  Requests: 'Requests',
  Contract: 'Contract',
  Policy: 'Policy',
  Hooks: 'Hooks',
  Stores: 'State',
  Timeline: 'Timeline',
  Message: 'Message',
  Source: 'Source',
  'Tools of the pack': 'Tools of the pack',
} as const;
