import type { CommandNode, ScriptNode, SimpleCommandNode, WordNode } from 'just-bash';

export type Part = WordNode['parts'][number];
export type Redirection = SimpleCommandNode['redirections'][number];
export type CompoundNode = Exclude<CommandNode, SimpleCommandNode | { type: 'FunctionDef' }>;
type ParameterPart = Extract<Part, { type: 'ParameterExpansion' }>;
export type Operation = NonNullable<ParameterPart['operation']>;

/** Every simple command anywhere in a tree, including loops, functions and substitutions. */
export function* simpleCommands(node: unknown): Generator<SimpleCommandNode> {
  if (typeof node !== 'object' || node === null) return;
  if (isSimpleCommand(node)) yield node;
  for (const child of Object.values(node)) yield* simpleCommands(child);
}

/** Every redirection anywhere in a tree. */
export function* redirections(node: unknown): Generator<Redirection> {
  if (typeof node !== 'object' || node === null) return;
  if (isRedirection(node)) yield node;
  for (const child of Object.values(node)) yield* redirections(child);
}

/** The substitutions inside an expression: their bodies, or their text if the parser left it unparsed. */
export function* substitutions(node: unknown): Generator<ScriptNode | string> {
  if (typeof node !== 'object' || node === null) return;
  if (isArithmeticSubstitution(node)) yield node.command;
  if (isScript(node)) yield node;
  else for (const child of Object.values(node)) yield* substitutions(child);
}

const isScript = (node: object): node is ScriptNode => 'type' in node && node.type === 'Script';
const isArithmeticSubstitution = (node: object): node is { command: string } =>
  'type' in node && node.type === 'ArithCommandSubst' && 'command' in node && typeof node.command === 'string';
const isSimpleCommand = (node: object): node is SimpleCommandNode => 'type' in node && node.type === 'SimpleCommand';
const isRedirection = (node: object): node is Redirection => 'type' in node && node.type === 'Redirection';
