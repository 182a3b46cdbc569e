import { children, isNode, type AstNode } from '../../embedded/node/esm/ast';
import { declared, hoisted, references } from '../../embedded/node/esm/scope';
import { HOLDER_NAME } from '../holder-name';

type Edit = readonly [at: number, text: string];

/** How a script is read: as a module, as a classic script, or as the body of a function, which an attribute's handler is. */
export type ScriptKind = 'module' | 'script' | 'handler';

/**
 * Has a script's `location` looked up by a function of the frame's, by which setting it opens a page of the sandbox: a frame's own
 * location can be neither replaced nor watched, and leads out of it.
 */
export async function ownLocation(source: string, kind: ScriptKind): Promise<string> {
  if (!/\blocation\b/.test(source)) return source;
  const { parse } = await import('acorn');
  let program: unknown;
  try {
    program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: kind === 'module' ? 'module' : 'script',
      allowReturnOutsideFunction: kind === 'handler',
    });
  } catch {
    // The engine's own syntax error is better.
    return source;
  }
  if (!isNode(program)) return source;
  const edits: Edit[] = [];
  addMembers(program, edits);
  if (!declares(program)) {
    references(program, {
      onReference({ name, start }, shorthand) {
        if (name !== 'location') return;
        edits.push([start, `${shorthand ? 'location:' : ''} ${HOLDER_NAME}(globalThis).`]);
      },
      onImport: () => undefined,
      onMeta: () => undefined,
      onAwait: () => undefined,
    });
  }
  let code = '';
  let from = 0;
  for (const [at, text] of edits.toSorted((a, b) => a[0] - b[0])) {
    code += source.slice(from, at) + text;
    from = at;
  }
  return code + source.slice(from);
}

/** Whether the program's outermost scope has a `location` of its own. */
function declares(program: AstNode): boolean {
  const own = new Set<string>();
  hoisted(program, own);
  for (const [, child] of children(program)) {
    if (child.type === 'ImportDeclaration') for (const { local } of child.specifiers ?? []) own.add(local?.name ?? '');
    const stated = child.type.startsWith('Export') ? child.declaration : child;
    if (stated) for (const name of declared(stated)) own.add(name);
  }
  return own.has('location');
}

function addMembers(node: AstNode, edits: Edit[]): void {
  for (const [role, child] of children(node)) {
    // The brackets of a call would be those of `new`.
    if (node.type === 'NewExpression' && role === 'callee') continue;
    const owner = child.type === 'MemberExpression' && namesLocation(child) ? ownerOf(child) : undefined;
    if (owner) edits.push([owner.start, ` ${HOLDER_NAME}((`], [owner.end, '))']);
    addMembers(child, edits);
  }
}

const namesLocation = ({ property, computed }: AstNode): boolean =>
  computed ? property?.value === 'location' : property?.name === 'location';

/** The object of a member, unless it is left out by `?.` together with the member. */
function ownerOf(member: AstNode): AstNode | undefined {
  const owner: unknown = Reflect.get(member, 'object');
  if (!isNode(owner) || owner.type === 'Super') return undefined;
  for (let link: unknown = owner; isNode(link); link = Reflect.get(link, 'object') ?? link.callee) {
    if (Reflect.get(link, 'optional') === true) return undefined;
  }
  return owner;
}
