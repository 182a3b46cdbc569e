/** ListMcpResources for systems without Ls. */
export const LIST_RESOURCES =
  'Lists what MCP servers offer to read, each with its server, as it is at this moment. Use it before ReadMcpResource. Do not ' +
  'use it for files of the sandbox (use Glob). After NOT_FOUND choose a server from the names you are told; after ' +
  'NETWORK_ERROR try once more.';

/** The agent types, for systems that lack some of one type's tools. */
export const AGENT_KINDS = {
  type: 'string',
  description:
    'What kind of agent: general-purpose has every tool you have; Explore only reads; Plan only reads and plans; or one of ' +
    "the project's own in .agents. Default general-purpose.",
};
