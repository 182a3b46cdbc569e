import { literal, literalOf, type Command, type Pipeline, type Script, type Statement } from './ast';
import { OUTPUT_DEVICES } from './shell-fs';

/** Set in the environment of a program whose output may go straight out; `single`: it stands in no pipe. */
export const STREAM_VARIABLE = 'TOOLYARD_STREAM';

/** Tells the runtime where the shell is: after `exit`, just-bash gives back the folder it started in. Keeps `$?`. */
export const CWD_COMMAND = 'toolyard-cwd';

const RECORD_CWD: Statement = {
  type: 'Statement',
  operators: [],
  background: false,
  pipelines: [
    {
      type: 'Pipeline',
      negated: false,
      commands: [
        {
          type: 'SimpleCommand',
          name: literal(CWD_COMMAND),
          args: [{ type: 'Word', parts: [{ type: 'ParameterExpansion', parameter: '?', operation: null }] }],
          assignments: [],
          redirections: [],
        },
      ],
    },
  ],
};

const movesShell = (command: Command): boolean =>
  command.type === 'SimpleCommand' && ['cd', 'pushd', 'popd'].includes(literalOf(command.name) ?? '');

/** Commands that start programs of their own and know `STREAM_VARIABLE`. */
const STREAMING = new Set(['git', 'node', 'npm', 'npx']);

/**
 * just-bash gives a script's output at its end. Here each pipeline whose output nobody redirects writes to two devices
 * instead, which show it at once; loops, conditions and groups are entered.
 */
export const streamScript = (script: Script): Script => ({ ...script, statements: all(script.statements, false) });

const all = (statements: Statement[], subshell: boolean): Statement[] =>
  statements.map((statement) => ({
    ...statement,
    pipelines: statement.pipelines.map((pipeline) => streamPipeline(pipeline, statement, subshell)),
  }));

function streamPipeline(pipeline: Pipeline, statement: Statement, subshell: boolean): Pipeline {
  const [only, more] = pipeline.commands;
  if (!only) return pipeline;
  if (!more && only.type === 'FunctionDef') return pipeline;
  if (!more && !pipeline.negated && !pipeline.timed) {
    const entered = enter(only, subshell);
    if (entered) return { ...pipeline, commands: [entered] };
  }
  const inner: Statement = {
    type: 'Statement',
    pipelines: [{ ...pipeline, commands: markLast(pipeline.commands) }],
    operators: [],
    background: false,
    ...(statement.sourceText !== undefined && { sourceText: statement.sourceText }),
  };
  return {
    type: 'Pipeline',
    negated: false,
    commands: [
      {
        type: 'Group',
        body: !more && !subshell && movesShell(only) ? [inner, RECORD_CWD] : [inner],
        redirections: [
          { type: 'Redirection', fd: null, operator: '>>', target: literal(OUTPUT_DEVICES[1]) },
          { type: 'Redirection', fd: 2, operator: '>>', target: literal(OUTPUT_DEVICES[2]) },
        ],
      },
    ],
  };
}

/** A compound command with the statements in it streamed; undefined if it cannot be entered. */
function enter(command: Command, subshell: boolean): Command | undefined {
  if (command.type === 'SimpleCommand' || command.type === 'FunctionDef') return undefined;
  if (command.redirections.length > 0) return undefined;
  switch (command.type) {
    case 'If':
      return {
        ...command,
        clauses: command.clauses.map(({ condition, body }) => ({
          condition: all(condition, subshell),
          body: all(body, subshell),
        })),
        elseBody: command.elseBody && all(command.elseBody, subshell),
      };
    case 'While':
    case 'Until':
      return { ...command, condition: all(command.condition, subshell), body: all(command.body, subshell) };
    case 'For':
    case 'CStyleFor':
    case 'Group':
      return { ...command, body: all(command.body, subshell) };
    case 'Subshell':
      return { ...command, body: all(command.body, true) };
    case 'Case':
      return { ...command, items: command.items.map((item) => ({ ...item, body: all(item.body, subshell) })) };
    default:
      return undefined;
  }
}

function markLast(commands: Command[]): Command[] {
  const last = commands.at(-1);
  if (last?.type !== 'SimpleCommand' || last.redirections.length > 0) return commands;
  if (!STREAMING.has(literalOf(last.name) ?? '')) return commands;
  const value = literal(commands.length === 1 ? 'single' : 'piped');
  const mark = { type: 'Assignment', name: STREAM_VARIABLE, value, append: false, array: null } as const;
  return [...commands.slice(0, -1), { ...last, assignments: [...last.assignments, mark] }];
}
