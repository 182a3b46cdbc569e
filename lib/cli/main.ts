import { messageOf } from '@/lib/protocol/message-of';
import { lint } from '@/lib/tools/lint';
import { readCommandLine, USAGE } from './command-line';
import { REPORT_FORMATS, rulesTable } from './formats';
import { loadTools } from './load-tools';

/** 0: no findings, or only notes. 1: errors or warnings. 2: the tools could not be read. */
type ExitCode = 0 | 1 | 2;

/** The `toolyard` command: findings go to standard output, everything else to standard error. */
export async function main(words: readonly string[]): Promise<ExitCode> {
  const command = readCommandLine(words);
  if ('help' in command) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if ('rules' in command) {
    process.stdout.write(`${rulesTable()}\n`);
    return 0;
  }
  if ('fault' in command) {
    process.stderr.write(`${command.fault}\n\n${USAGE}\n`);
    return 2;
  }
  try {
    const { name, declared, locate } = await loadTools(command.target, command.headers);
    const findings = lint(declared.map(({ design }) => design)).map((finding) => ({
      ...finding,
      ...locate?.(declared.find(({ design }) => design.name === finding.tool)?.placeOf(finding.at) ?? []),
    }));
    process.stdout.write(`${REPORT_FORMATS[command.format]({ name, tools: declared.length, findings })}\n`);
    return findings.some(({ level }) => level !== 'note') ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${command.target.join(' ')}: ${messageOf(error)}\n`);
    return 2;
  }
}
