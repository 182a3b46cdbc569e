import type { Language } from '@/lib/protocol';
import { failed, ok, type Outcome } from './result';
import type { ToolContext } from './tool';

/** The ports that a tool may need, by name, described in plain words. */
const PORTS = {
  codeRunner: 'place to run foreign code',
  dynamicToolStore: 'store for tools of your own',
  spawner: 'way to start agents',
  skills: 'collection of skills',
  mailbox: 'mailbox',
  teams: 'list of teams',
  tasks: 'list of tasks',
  todos: 'to-do list',
  plan: 'plan',
  cron: 'schedule',
  worktrees: 'worktrees',
  mcp: 'connection to MCP servers',
  questions: 'way to ask a person',
  memory: 'memory',
  knowledge: 'knowledge base',
  workflows: 'collection of workflows',
  nested: 'way to make further calls',
  services: 'server to ask',
  configuration: 'configuration',
  code: 'language service',
  browser: 'page to drive',
} as const satisfies Partial<Record<keyof ToolContext, string>>;

export type Port = keyof typeof PORTS;

/** A port of the context, or a failure if it is missing. */
export function need<P extends Port>(context: ToolContext, port: P): Outcome<NonNullable<ToolContext[P]>> {
  const found: ToolContext[P] = context[port];
  if (found !== undefined && found !== null) return ok(found);
  const { language = 'en', system } = context;
  const said = system?.behaviour.texts[language]?.unavailable?.(port);
  return failed('STORE_UNAVAILABLE', said ?? UNAVAILABLE[language](port));
}

const UNAVAILABLE: Readonly<Record<Language, (port: Port) => string>> = {
  en: (port) => `There is no ${PORTS[port]} here. Go on without this tool, or tell the person.`,
  zh: (port) => `此处没有 ${port}。请在没有此工具的情况下继续，或告知用户。`,
};
