/** State that agents keep, store by store. */
export default {
  todos: 'To-dos',
  plan: 'Plan',
  tasks: 'Tasks',
  mailboxes: 'Mailboxes',
  schedule: 'Schedule',
  memory: 'Memory',
  knowledge: 'Knowledge',
  workflows: 'Workflows',
  repository: 'Repository',
  mcp: 'MCP servers',
  page: 'Page',
} as const;
