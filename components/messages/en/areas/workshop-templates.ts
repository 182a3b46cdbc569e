/** What a pack can begin with. */
export default {
  pure: 'Computes something',
  pureAbout: 'Text in, text out. It reaches nothing.',
  files: 'Reads files',
  filesAbout: 'context.files reads; your permission rules hold.',
  edits: 'Changes a file',
  editsAbout: 'context.files writes: each change passes your rules and can be undone.',
  command: 'Runs a command',
  commandAbout: 'Wraps a command line: named fields instead of flags, and an answer that is short.',
  http: 'Fetches from the web',
  httpAbout: 'context.fetch reads a page; private addresses are refused.',
  mcp: 'Calls an MCP server',
  mcpAbout: 'Connects to a server, here the one in this page, and calls one of its tools.',
  image: 'Returns an image',
  imageAbout: 'Draws an SVG and answers it beside its text.',
  around: 'Stands around calls',
  aroundAbout: 'No tool: hooks, a middleware, canUseTool, and categories of your own.',
} as const;
