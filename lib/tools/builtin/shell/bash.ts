import { z } from 'zod';
import { abortReasonOf, abortedResult, failure } from '../../result';
import { defineTool } from '../../define-tool';
import { needSandbox, type FileContext } from '../../files';
import { startInBackground } from '../../shell/background';
import { commandSubject, suggestCommandRule } from '../../shell/command-rule';
import type { ShellFolders } from '../../shell/folders';
import { refuseCommand } from '../../shell/refuse-command';
import { runCommand } from '../../shell/run-command';
import type { ToolContext } from '../../tool';
import { namesOf } from '../../system';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
/** Maximum characters of output in one result: half from the start, half from the end. */
const OUTPUT_LIMIT = 100_000;
/** Milliseconds from SIGTERM to SIGKILL. */
const KILL_AFTER_MS = 5000;

const input = z.strictObject({
  command: z
    .string()
    .min(1)
    .describe('The command line, run by bash in the current folder. `cd` lasts to the next call.'),
  timeout: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_MS)
    .optional()
    .describe(`Milliseconds it may take. Default ${DEFAULT_TIMEOUT_MS}, at most ${MAX_TIMEOUT_MS}.`),
  description: z.string().optional().describe('What it does, in five to ten words, for the person who watches.'),
  run_in_background: z
    .boolean()
    .optional()
    .describe(
      'Start it and go on at once, for servers and watchers. The result names its id: see its output with BashOutput, end ' +
        'it with KillShell. It may run as long as it wants, unless timeout is given.',
    ),
  dangerously_disable_sandbox: z.boolean().optional().describe('Not supported: every command runs in the sandbox.'),
});

export const bash = defineTool({
  name: 'Bash',
  description:
    'Runs a bash command in the sandbox and shows its output and its exit code. Use it for tests, builds and programs. ' +
    'Do not use it to read, search or change files: Read, Grep, Glob and Edit do that better and show what they do. ' +
    'No network is reached but what listens in the sandbox itself (curl http://localhost:3000), and there is no terminal to ' +
    'type into. What runs on, such as a server, needs run_in_background: `&` does not work. After EXIT_CODE read the output, ' +
    'fix the cause and run it again; after TIMEOUT give it more time or do less at once.',
  kind: 'execute',
  category: 'shell',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  isDangerous: true,
  outputLimit: OUTPUT_LIMIT,
  // A background call ends as soon as the command has started.
  deadlineFor: ({ timeout = DEFAULT_TIMEOUT_MS, run_in_background = false }) =>
    run_in_background ? DEFAULT_TIMEOUT_MS : timeout,
  abortGrace: KILL_AFTER_MS + 1000,
  titleFor: ({ command, description }) => description ?? command,
  refuse: ({ command }, context) => refuseCommand(command, surroundingsOf(context), context.language),
  ruleSubject: ({ command }) => commandSubject(command),
  suggestRule: ({ command }) => suggestCommandRule('Bash', command),
  async execute({ command, timeout, run_in_background, dangerously_disable_sandbox = false }, toolContext) {
    if (dangerously_disable_sandbox) {
      return failure(
        'UNSUPPORTED',
        'Commands always run in the sandbox: there is nothing outside of it that could be reached. Make the call again ' +
          `without ${namesOf(toolContext).field('Bash', 'dangerously_disable_sandbox') ?? 'that'}.`,
      );
    }
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    return run_in_background
      ? startInBackground(context.value, { command, timeout, killAfterMs: KILL_AFTER_MS })
      : run(context.value, command);
  },
});

function surroundingsOf({ sandbox, shell, cwd, ...context }: ToolContext): ShellFolders {
  const workdir = sandbox?.workdir ?? '/';
  const env = { ...context.env, ...shell?.env };
  return { workdir, env, home: env.HOME ?? workdir, cwd: shell?.cwd ?? cwd ?? workdir };
}

async function run(context: FileContext, command: string) {
  const { output, exitCode } = await runCommand(context, command, KILL_AFTER_MS);
  if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal, context.language), output);
  const ended = output === '' || output.endsWith('\n') ? output : `${output}\n`;
  const text = `${ended}[Exit code: ${exitCode}]`;
  const summary = context.language === 'zh' ? `退出码 ${exitCode}` : `exit code ${exitCode}`;
  const extras = { summary, details: { exitCode } };
  return exitCode === 0 ? { text, ...extras } : failure('EXIT_CODE', text, extras);
}
