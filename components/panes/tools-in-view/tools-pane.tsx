'use client';

import { PaneTitle } from '../../elements/pane';
import { usePage } from '../../state/page-context';

/** The tools the model sees; each opens to what the model is told of it. */
export function ToolsPane() {
  const { tools } = usePage().catalogue;
  return (
    <section aria-label="Tools in view" className="flex max-h-[38%] min-h-0 shrink-0 flex-col border-t border-line">
      <PaneTitle end={<span className="tabular-nums">{tools.length}</span>}>Tools in view</PaneTitle>
      <div className="min-h-0 overflow-y-auto px-1.5 pb-1.5" tabIndex={0} role="region" aria-label="List of tools">
        {tools.map((tool) => (
          <details key={tool.name} className="group rounded-md open:bg-raised">
            <summary className="flex h-[22px] cursor-default items-center justify-between gap-2 rounded-md px-1.5 font-mono text-xs hover:bg-hover">
              <span>{tool.name}</span>
              <span className="text-2xs text-faint">{tool.readOnly ? 'read' : tool.kind}</span>
            </summary>
            <p className="px-1.5 pb-2 text-xs whitespace-pre-line text-dim">
              {tool.description}
              <span className="mt-1 block font-mono text-2xs text-faint">≈{tool.tokens} tokens in every request</span>
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}
