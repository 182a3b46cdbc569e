import { MAX_TURNS, PermissionModeSchema } from '@/lib/protocol';
import { z } from 'zod';
import { abortReasonOf, abortedResult, failure } from '../../result';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { naming, namesOf, type Addressed } from '../../system';
import type { ToolContext } from '../../tool';
import { AGENT_TYPES, GENERAL_PURPOSE, onlyReads } from './agent-types';
import { summaries } from '../summaries';
import type { RunningAgent, RunningTask, AgentReport, AgentUsage } from '@/lib/ports';

/** Long, because the agent's calls may wait for a person. */
const DEADLINE_MS = 4 * 60 * 60_000;
/** Milliseconds allowed for ending an agent's run on the server and settling its calls. */
const ABORT_GRACE_MS = 5000;

const kinds = AGENT_TYPES.map(({ name, description }) => `${name} ${description}`).join('; ');

const input = z.strictObject({
  prompt: z.string().min(1).describe('The task, with all the agent has to know: it sees nothing of this conversation.'),
  description: z.string().min(1).max(200).describe('The task in three to six words, for the person who watches.'),
  subagent_type: z
    .string()
    .optional()
    .describe(`What kind of agent: ${kinds}; or one of the project's own in .agents. Default ${GENERAL_PURPOSE}.`),
  model: z.string().min(1).max(200).optional().describe("The model's name. Default: the one of this conversation."),
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,40}$/)
    .optional()
    .describe('What it is called, in messages and on the page. Default: its id.'),
  max_turns: z
    .int()
    .min(1)
    .max(MAX_TURNS)
    .optional()
    .describe('Turns of its model until it is stopped. Default: as many as this conversation has.'),
  run_in_background: z
    .boolean()
    .optional()
    .describe('Return at once with its id; what it comes to arrives as a message at your next turn. Default false.'),
  isolation: z
    .enum(['worktree'])
    .optional()
    .describe(
      'Give it a git worktree of its own, so that its changes do not meet those of others. It stays where it holds changes.',
    ),
  team_name: z.string().min(1).max(60).optional().describe('A team that it joins; TeamCreate makes one.'),
  mode: PermissionModeSchema.optional().describe('Its permission mode. It never has more permission than you have.'),
  resume: z
    .string()
    .min(1)
    .optional()
    .describe('The id or name of an agent to go on with; it still knows all it did. Then only prompt counts besides.'),
});

export const agent = defineTool({
  name: 'Agent',
  description:
    'Gives a task to a sub-agent with a conversation of its own, and returns its last message. Use it for work whose ' +
    'intermediate steps need not be in this conversation: a broad search, a plan, a change that stands by itself. ' +
    'Several calls in one turn run at once. Do not use it for a single file or search: Read, Grep and Glob are quicker. ' +
    'After NOT_FOUND choose a name from the list it gives; after BUDGET_EXCEEDED or ABORTED go on with the same agent ' +
    'by resume.',
  kind: 'other',
  category: 'agent',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['spawner'],
  input,
  isReadOnly: ({ subagent_type = GENERAL_PURPOSE, resume, isolation }) =>
    resume === undefined && isolation === undefined && onlyReads(subagent_type),
  runsBeside: true,
  deadlineFor: () => DEADLINE_MS,
  abortGrace: ABORT_GRACE_MS,
  titleFor: ({ description, subagent_type = GENERAL_PURPOSE, name, resume }) =>
    `${name ?? resume ?? subagent_type}: ${description}`,
  async recoveryHint(_input, context) {
    const id = await context.spawner?.startedBy(context.callId);
    return id && `Its agent ${id} knows what it did.${goOnWith(id, context)}`;
  },
  async execute(task, context) {
    const spawner = need(context, 'spawner');
    if (!spawner.ok) return spawner.failure;
    const started = await spawner.value.start(
      {
        callId: context.callId,
        prompt: task.prompt,
        description: task.description,
        type: task.subagent_type ?? GENERAL_PURPOSE,
        background: task.run_in_background ?? false,
        resume: task.resume,
        name: task.name,
        model: task.model,
        mode: task.mode,
        maxTurns: task.max_turns,
        isolation: task.isolation,
        team: task.team_name,
        narrowedTo: context.restrictions?.lists ?? [],
      },
      context.signal,
    );
    if (!started.ok) {
      const lacksTeam = started.error === 'NOT_FOUND' && task.team_name !== undefined;
      const make = lacksTeam ? naming(context, ['TeamCreate'], (create) => ` Make a team with ${create}.`) : '';
      return failure(started.error, started.message + make);
    }
    const { id, threadId, name } = started.agent;
    if (task.run_in_background) {
      await workInBackground(started.agent, task.description, spawner.value.self, context);
      return {
        text: `${id} works in the background. What it comes to arrives as a message; go on with something else meanwhile.`,
        summary: summaries(context).inBackground(name),
        details: { agent: { id, threadId } },
      };
    }
    return awaited(started.agent, context);
  },
});

/** Waits for the agent and returns its report as the call's result. */
async function awaited({ id, threadId, ended, stop }: Started, context: ToolContext) {
  const { signal } = context;
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const report = await ended;
  signal.removeEventListener('abort', stop);
  const extras = {
    summary: summaries(context).report(report),
    details: { agent: { id, threadId, usage: report.usage } },
  };
  const text = reportText(id, report, context);
  if (signal.aborted) return { ...abortedResult(abortReasonOf(signal), text), ...extras };
  return report.error ? failure(report.error, text, extras) : { text, ...extras };
}

type Started = Parameters<typeof workInBackground>[0];

/** Lets an agent run in the background as a task; its report goes to the inbox of the agent that started it. */
async function workInBackground(
  agent: RunningAgent,
  title: string,
  reader: string,
  context: Pick<ToolContext, 'tasks' | 'mailbox' | 'system'>,
): Promise<void> {
  const { tasks, mailbox } = context;
  const { id, name, ended, stop } = agent;
  const task = await asTask();
  void ended.then(async (report) => {
    const text = reportText(id, report, context);
    task?.append(text);
    task?.end(report.status === 'done' ? 'completed' : report.status);
    await mailbox?.send({ from: id, to: reader, text });
  });

  /** Starts the task; undefined if the agent is resumed while its earlier task still counts as running. */
  async function asTask(): Promise<RunningTask | undefined> {
    try {
      return await tasks?.start({ kind: 'agent', id, title, owner: name }, stop);
    } catch {
      return undefined;
    }
  }
}

/** An agent's report, as read by the agent that started it. */
function reportText(id: string, { text, usage, worktree }: AgentReport, context: Addressed = {}): string {
  const left = worktree ? ` Its changes are in the worktree ${worktree.path}, on the branch ${worktree.branch}.` : '';
  return `${text}\n\n[${id}: ${usageLabel(usage)}.${left}${goOnWith(id, context)}]`;
}

/** Tells an agent how to resume another one that it started; empty if the system cannot. */
function goOnWith(id: string, context: Addressed): string {
  const { tool, field } = namesOf(context);
  const [agent, resume] = [tool('Agent'), field('Agent', 'resume')];
  return agent === undefined || resume === undefined ? '' : ` To go on with it, call ${agent} with ${resume} "${id}".`;
}

/** An agent's usage: `3 turns, 5 calls, 1234 tokens`. */
const usageLabel = ({ turns, calls, inputTokens, outputTokens }: AgentUsage): string =>
  [many(turns, 'turn'), many(calls, 'call'), many(inputTokens + outputTokens, 'token')].join(', ');

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
