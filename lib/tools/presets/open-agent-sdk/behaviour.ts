import type { StatedBehaviour } from '../preset';

const LOOP = 'ToolProtocol: isReadOnly';
const POOL = 'Tool Pool Assembly: assembleToolPool';
const BASH = 'Core Tier, Bash: output truncation';
const STORES = 'Advanced and Specialist Tier: guards before the work';

/** What the errors of its tools call what was not injected. */
const MISSING: Readonly<Record<string, string>> = {
  spawner: 'Agent spawner',
  skills: 'Skill registry',
  mcp: 'MCP connections',
  services: 'Web service',
  questions: 'Person to ask',
  configuration: 'Configuration',
};
const storeName = (port: string): string => `${port.charAt(0).toUpperCase()}${port.slice(1).replace(/s$/, '')}Store`;

export const behaviour: StatedBehaviour = {
  scheduling: { is: 'reads-first', source: LOOP },
  laxity: {
    is: { names: false, integers: false, schemas: false },
    source: 'ToolProtocol: name is the unique identifier; defineTool: JSONDecoder',
  },
  override: { is: 'later', source: POOL },
  output: { is: { notice: '...(truncated)...' }, source: BASH },
  texts: {
    is: { en: { unavailable: (port) => `Error: ${MISSING[port] ?? storeName(port)} not available.` } },
    source: STORES,
  },
};
