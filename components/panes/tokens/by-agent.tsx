import type { AgentView } from '@/lib/host/agents/agent-view';
import type { ThreadState } from '@/lib/protocol';
import { count, dollars } from '../../elements/format';
import { totalUsage } from './usage';

/** Who used how much: the agent the person talks with, and each sub-agent. */
export function ByAgent({ turns, agents }: { turns: ThreadState['turns']; agents: readonly AgentView[] }) {
  const rows = [
    { id: 'main', name: 'this agent', ...totalUsage(turns) },
    ...agents.map(({ id, name, usage }) => ({ id, name, ...usage })),
  ];
  return (
    <details className="px-3 pt-1 text-xs">
      <summary className="w-fit cursor-default rounded text-dim hover:text-text">By agent</summary>
      <div className="max-h-40 overflow-y-auto pt-1" tabIndex={0} role="region" aria-label="Tokens by agent">
        <table className="w-full text-right font-mono text-2xs text-dim tabular-nums">
          <thead>
            <tr className="text-faint">
              <th className="text-left font-normal">Agent</th>
              <th className="font-normal">In</th>
              <th className="font-normal">Out</th>
              <th className="font-normal">Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, inputTokens, outputTokens, cost }) => (
              <tr key={id}>
                <td className="max-w-24 truncate text-left">{name}</td>
                <td>{count(inputTokens)}</td>
                <td>{count(outputTokens)}</td>
                <td>{dollars(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
