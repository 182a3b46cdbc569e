import type { TraceEntry } from '@/lib/protocol';
import type { HookRun } from './hook-runner';

/** The trace note of a hook run: what it did, what was wrong with it, and what it logged. */
export function hookNote({ hook, answer, issue, log }: HookRun): Pick<TraceEntry, 'outcome' | 'note'> {
  const done = effectOf(answer);
  const said = [done?.what, issue, log.trim() && `log: ${log.trim()}`].filter(Boolean).join('; ');
  const outcome = done?.outcome ?? (issue === undefined ? 'passed' : 'failed');
  return { outcome, note: `${hook.event} ${hook.name}: ${said || 'nothing to say'}` };
}

function effectOf({
  allow,
  block,
  reason,
  input,
  output,
  context,
}: HookRun['answer']): { outcome: TraceEntry['outcome']; what: string } | undefined {
  if (block) return { outcome: 'blocked', what: `blocked${reason === undefined ? '' : ` (${reason})`}` };
  if (allow)
    return { outcome: input ? 'changed' : 'passed', what: `allowed it${input ? ' with other arguments' : ''}` };
  if (input) return { outcome: 'changed', what: 'changed the arguments' };
  if (output !== undefined) return { outcome: 'changed', what: 'replaced the output' };
  if (context !== undefined) return { outcome: 'changed', what: 'added something for the model to read' };
  return undefined;
}
