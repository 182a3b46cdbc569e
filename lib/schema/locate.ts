import { parseTree, type Node } from 'jsonc-parser';
import { parsePath, type Segment } from './path';

/** A range in a text for an editor's marker: lines and columns from 1, the end exclusive. */
export interface TextRange {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/**
 * Locates an issue's path in the argument text: a field's name and value (only the name if the value is long), an item, or for a
 * missing field the opening brace of its object. Undefined if the text is not JSON or the path does not exist.
 */
export function locate(jsonText: string, path: string): TextRange | undefined {
  const segments = parsePath(path);
  const root = treeOf(jsonText);
  if (!segments || !root) return undefined;
  const span = spanOf(root, segments, jsonText);
  if (!span) return undefined;
  const [start, end] = [positionAt(jsonText, span.start), positionAt(jsonText, span.end)];
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch {
    // Deeply nested text overflows the parser's stack.
    return undefined;
  }
}

interface Span {
  start: number;
  end: number;
}

function spanOf(root: Node, segments: readonly Segment[], text: string): Span | undefined {
  let node = root;
  for (const [index, segment] of segments.entries()) {
    const child = childOf(node, segment);
    if (!child) return index === segments.length - 1 ? { start: node.offset, end: node.offset + 1 } : undefined;
    node = child;
  }
  const property = node.parent?.type === 'property' ? node.parent : undefined;
  if (!property) return { start: node.offset, end: node.offset + node.length };
  const [key] = property.children ?? [];
  const whole = { start: property.offset, end: property.offset + property.length };
  const long = node.type === 'object' || node.type === 'array' || text.slice(whole.start, whole.end).includes('\n');
  return long && key ? { start: key.offset, end: key.offset + key.length } : whole;
}

/** Of a duplicate field the last counts, as in `JSON.parse`. */
function childOf(node: Node, segment: Segment): Node | undefined {
  if (typeof segment === 'number') return node.type === 'array' ? node.children?.[segment] : undefined;
  if (node.type !== 'object') return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === segment)?.children?.[1];
}

/** The line and column, from 1, of an offset in a text. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - start + 1 };
}
