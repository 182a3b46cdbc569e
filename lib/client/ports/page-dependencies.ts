import type { StateEvent } from '@/lib/tools/hooks';
import type { ClientPorts } from '../browser-ports';
import type { CommandRunner } from '../tool-state';
import { onIdle, whenIdle, type IdleStore } from '../client-view';
import type { PageFiles } from '../page-files';
import type { PageTools } from '../page-tools';
import type { Person } from '../person';
import type { PageDependencies } from './dependencies';

interface PortParts {
  ports: ClientPorts;
  person: Person;
  tools: PageTools;
  files: PageFiles;
  signal: AbortSignal;
}

/** What is created from the page's ports, and what they use once they are open. */
interface MadeLater extends CommandRunner {
  store: IdleStore;
  say: PageDependencies['say'];
  announce: (stateEvent: StateEvent) => void;
}

/** Assembles what a page's ports need. */
export function pageDependencies(
  { ports, person, tools, files, signal }: PortParts,
  later: () => MadeLater,
): PageDependencies {
  const { settings, keys, questions, plans, problems } = person;
  return {
    tables: ports.database,
    fetch: ports.fetch,
    carried: () => keys.carried(settings.options),
    onMcpTools: tools.setMcpTools,
    now: Date.now,
    sandbox: async () => (await files.currentWorkspace.booted)?.sandbox,
    mode: () => settings.mode,
    setMode: settings.setMode,
    say: (prompt, until) => later().say(prompt, until),
    wait: ports.wait,
    locks: ports.locks,
    whenIdle: (until) => whenIdle(later().store, until),
    onIdle: (listener, until) => onIdle(later().store, listener, until),
    announce: (stateEvent) => later().announce(stateEvent),
    runCommand: (input, until) => later().runCommand(input, until),
    settings: {
      tools: () => settings.own.tools,
      setTools: settings.setTools,
      options: () => settings.options,
      setOptions: settings.setOptions,
    },
    questions,
    askPlan: plans.ask,
    onProblem: problems.add,
    signal,
  };
}
