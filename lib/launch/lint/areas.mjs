/**
 * Who may import whom: the one table. An area is a folder; the longest matching folder wins. An area may always import
 * itself. `runs` says where its code executes: Node's built-in modules are refused outside `server` and `tooling`.
 * Tests, benchmarks and contract suites may import anything.
 *
 * @type {Record<string, { may: string[]; runs: 'anywhere' | 'browser' | 'server' | 'tooling' }>}
 */
export const AREAS = {
  'lib/protocol': { may: [], runs: 'anywhere' },
  'lib/ports': { may: ['lib/protocol'], runs: 'anywhere' },
  'lib/schema': { may: ['lib/protocol'], runs: 'anywhere' },
  'lib/discovery': { may: ['lib/protocol'], runs: 'anywhere' },
  // The loop, the log and the models are only for the agent in lib/tools/agent, which loads an adapter when it is first needed.
  'lib/tools': {
    may: [
      'lib/agent',
      'lib/threads',
      'lib/models',
      'lib/models/declarations',
      'lib/shell-syntax',
      'lib/ports',
      'lib/schema',
      'lib/discovery',
      'lib/protocol',
    ],
    runs: 'anywhere',
  },
  'lib/stores': { may: ['lib/ports', 'lib/discovery', 'lib/protocol'], runs: 'browser' },
  // `lib/schema` for its analysis of regular expressions: searches are bounded the way a schema's patterns are.
  'lib/sandbox': {
    may: ['lib/shell-syntax', 'lib/ports', 'lib/protocol', 'lib/schema'],
    runs: 'browser',
  },
  // How the shell reads words: the permission rules read them with the same code.
  'lib/shell-syntax': { may: [], runs: 'anywhere' },
  // Runs in Node, inside the container.
  'lib/sandbox/webcontainer/helper': {
    may: ['lib/sandbox', 'lib/ports', 'lib/protocol', 'lib/schema'],
    runs: 'server',
  },
  'lib/cassettes': { may: ['lib/protocol'], runs: 'anywhere' },
  'lib/scenarios': { may: ['lib/protocol'], runs: 'anywhere' },
  'lib/models/declarations': { may: ['lib/protocol'], runs: 'anywhere' },
  'lib/models/dialects': { may: ['lib/protocol', 'lib/schema', 'lib/models/declarations'], runs: 'anywhere' },
  'lib/models': {
    may: [
      'lib/models/declarations',
      'lib/models/dialects',
      'lib/discovery',
      'lib/protocol',
      'lib/schema',
      'lib/scenarios',
    ],
    runs: 'server',
  },
  'lib/threads': { may: ['lib/protocol'], runs: 'anywhere' },
  'lib/threads/sqlite': { may: ['lib/threads', 'lib/protocol'], runs: 'server' },
  'lib/agent': { may: ['lib/models', 'lib/threads', 'lib/discovery', 'lib/schema', 'lib/protocol'], runs: 'anywhere' },
  'lib/server': {
    may: ['lib/agent', 'lib/threads', 'lib/threads/sqlite', 'lib/models', 'lib/discovery', 'lib/protocol'],
    runs: 'server',
  },
  'lib/client': {
    may: [
      'lib/cassettes',
      'lib/tools',
      'lib/stores',
      'lib/sandbox',
      'lib/workshop',
      'lib/ports',
      'lib/schema',
      'lib/discovery',
      'lib/scenarios',
      'lib/protocol',
    ],
    runs: 'browser',
  },
  'lib/workshop': {
    may: ['lib/tools', 'lib/models/declarations', 'lib/stores', 'lib/ports', 'lib/schema', 'lib/protocol'],
    runs: 'browser',
  },
  // The `toolyard` command.
  'lib/cli': { may: ['lib/tools', 'lib/schema', 'lib/protocol'], runs: 'tooling' },
  'lib/launch': { may: ['lib/sandbox', 'lib/server', 'lib/threads'], runs: 'tooling' },
  components: {
    may: [
      'lib/cassettes',
      'lib/client',
      'lib/discovery',
      'lib/tools',
      'lib/ports',
      'lib/schema',
      'lib/scenarios',
      'lib/models/declarations',
      'lib/models/dialects',
      'lib/workshop',
      'lib/protocol',
    ],
    runs: 'browser',
  },
  app: { may: ['components', 'lib/sandbox'], runs: 'server' },
  'app/api': { may: ['lib/server', 'lib/protocol'], runs: 'server' },
  'app/sandbox-frame': { may: ['lib/sandbox'], runs: 'server' },
  e2e: { may: ['lib', 'app', 'components'], runs: 'tooling' },
};

/**
 * Packages that only some areas may use: rendering stays out of `lib`, and each adapter keeps its vendor's package to itself.
 *
 * @type {Record<string, string[]>}
 */
export const PACKAGES = {
  next: ['app', 'components', 'lib/launch', 'e2e'],
  react: ['app', 'components', 'e2e'],
  'react-dom': ['app', 'components', 'e2e'],
  'use-intl': ['components/messages'],
  'icu-minify': ['lib/launch/messages'],
  libsql: ['lib/threads/sqlite', 'e2e'],
  undici: ['lib/server'],
  'ipaddr.js': ['lib/server', 'lib/sandbox/embedded/node'],
  'proxy-from-env': ['lib/server'],
  '@anthropic-ai/sdk': ['lib/models'],
  '@modelcontextprotocol/sdk': ['lib/tools/server', 'lib/tools/mcp', 'lib/cli'],
  '@webcontainer/api': ['lib/sandbox/webcontainer', 'e2e'],
  unbash: ['lib/sandbox/embedded/shell', 'lib/shell-syntax', 'lib/tools/shell'],
  '@playwright/test': ['e2e'],
};

/** Modules that a build script makes: they are no packages. */
export const BUILT = new Set(['node-library', 'brotli-module']);

/** Build scripts next to an area's source count as tooling. */
export const TOOLING = /(^|\/)build[^/]*\.mjs$|^[^/]+\.(config|setup)\.[a-z]+$/;

/** Files that may import anything. */
export const FREE =
  /\.(test|bench|spec)\.[a-z]+$|\.(contract|fixture)\.ts$|(^|\/)(contract|fixtures|__fixtures__|test-support|testing)\//;
