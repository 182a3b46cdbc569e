import { forEachChild, type Command, type ParsedScript, type Redirection, type SyntaxNode, type Word } from 'unbash';
import { expandBraces } from '@/lib/shell-syntax/braces';
import { parseWord, partsOfText } from '@/lib/shell-syntax/words';
import { UNKNOWN } from './alternatives';

/** A node and everything inside it, loops, functions and substitutions included. */
export function* nodesIn(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesIn(child);
}

/** Every simple command anywhere in a tree. */
export function* simpleCommands(node: SyntaxNode): Generator<Command> {
  for (const inner of nodesIn(node)) if (inner.type === 'Command') yield inner;
}

/** Every redirection anywhere in a tree. */
export function* redirections(node: SyntaxNode): Generator<Redirection> {
  for (const inner of nodesIn(node))
    if (inner.type === 'Redirect' || inner.type === 'HereString' || inner.type === 'HereDoc') yield inner;
}

/** The bodies of the substitutions inside an expression, without those inside them. */
export function* substitutions(node: SyntaxNode): Generator<ParsedScript> {
  if (node.type === 'Script') yield node;
  else for (const child of childrenOf(node)) yield* substitutions(child);
}

/** Most words that the braces of one word may make. */
const MOST_WORDS = 256;

/** The words that one word becomes by its braces; `UNKNOWN` stands for the items of a range. Throws `RangeError`. */
export function bracedWords(word: Word): readonly Word[] {
  if (!word.parts?.some(({ type }) => type === 'BraceExpansion')) return [word];
  return expandBraces(word.text, { most: MOST_WORDS, inPlaceOfRange: UNKNOWN }).map(parseWord);
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = node.type === 'ArithmeticWord' ? [...partsOfText(node.value)] : [];
  forEachChild(node, (child) => children.push(...(isArithmetic(node, child) ? partsOfText(child.text) : [child])));
  return children;
}

/** A word that is arithmetic is expanded as in double quotes: single quotes protect nothing in it. */
const isArithmetic = (parent: SyntaxNode, child: SyntaxNode): child is Word =>
  child.type === 'Word' && (parent.type === 'Slice' || ('index' in parent && parent.index === child));
