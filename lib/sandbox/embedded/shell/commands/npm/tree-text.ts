/** A line of a tree, which may be of several lines itself, and what hangs below it. */
export interface DrawnTree {
  readonly label: string;
  readonly nodes: readonly DrawnTree[];
}

/** A tree as npm draws it, one label a line. */
export function treeText({ label, nodes }: DrawnTree, before = ''): string {
  const more = `\n${before}${nodes.length > 0 ? '│' : ' '} `;
  const below = nodes.map((node, at) => {
    const isLast = at === nodes.length - 1;
    const text = treeText(node, `${before}${isLast ? ' ' : '│'} `);
    return `${before}${isLast ? '└' : '├'}─${node.nodes.length > 0 ? '┬' : '─'} ${text.slice(before.length + 2)}`;
  });
  return `${before}${label.split('\n').join(more)}\n${below.join('')}`;
}
