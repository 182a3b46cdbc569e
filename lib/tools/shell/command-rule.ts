import { escapeStars } from '../match-wildcard';
import { formatRule } from '../permissions/rule';
import type { RuleSubject } from '../tool';
import { loadCommandLines } from './load-command-lines';

/** What shell rules are matched against: every command of the line. A line that cannot be parsed is covered by no pattern. */
export async function commandSubject(line: string): Promise<RuleSubject> {
  return { kind: 'command', whole: line, commands: await commandsOf(line) };
}

/** Programs whose first argument is a subcommand. */
const WITH_SUBCOMMAND = new Set(['bun', 'cargo', 'deno', 'git', 'go', 'make', 'npm', 'npx', 'pnpm', 'yarn']);

/** The rule that `always allow` offers: a prefix for a single known command, otherwise the exact line. */
export async function suggestCommandRule(tool: string, line: string): Promise<string> {
  const commands = await commandsOf(line);
  const [only = ''] = commands;
  const prefix = commands.length === 1 ? prefixOf(only.split(' ')) : undefined;
  return formatRule(tool, prefix === undefined ? escapeStars(line) : `${prefix}:*`);
}

function prefixOf([program = '', argument, script]: readonly string[]): string | undefined {
  if (program === 'node' && argument === '--test') return 'node --test';
  if (argument === undefined || argument.startsWith('-') || !WITH_SUBCOMMAND.has(program)) return undefined;
  return argument === 'run' && script !== undefined ? `${program} run ${script}` : `${program} ${argument}`;
}

async function commandsOf(line: string): Promise<string[]> {
  const { commandsIn } = await loadCommandLines();
  try {
    return commandsIn(line);
  } catch {
    return [];
  }
}
