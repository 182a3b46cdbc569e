import { CommandFailure, UsageFailure, type Command } from '../context';
import { parseOptions } from '../options';

interface Item {
  readonly name: string;
  /** How many items that are not printed yet come before it. */
  before: number;
  /** The items after it, the last named first. */
  after: Item[];
}

/** `tsort`: sorts words so that the first of each pair comes before the second. */
export const tsort: Command = async (context) => {
  const { operands } = parseOptions(context.args, '');
  const [path = '-', extra] = operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  const words = (await context.open(path).text()).split(/\s+/).filter(Boolean);
  if (words.length % 2 === 1) throw new CommandFailure(`${path}: input contains an odd number of tokens`);
  const left = itemsOf(words);
  let status = 0;
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ before }) => before === 0);
    for (const item of ready) {
      context.out.write(`${item.name}\n`);
      left.delete(item.name);
      for (const next of item.after) {
        next.before -= 1;
        if (next.before === 0) ready.push(next);
      }
    }
    if (left.size === 0) break;
    status = await context.fail(`${path}: input contains a loop:`);
    for (const { name } of openLoop([...left.values()])) await context.fail(name);
  }
  return status;
};

/** The items by name, in order of their names. */
function itemsOf(words: readonly string[]): Map<string, Item> {
  const names = [...new Set(words)].sort();
  const items = new Map(names.map((name): [string, Item] => [name, { name, before: 0, after: [] }]));
  for (let at = 0; at < words.length; at += 2) {
    const [first, second] = [items.get(words[at] ?? ''), items.get(words[at + 1] ?? '')];
    if (!first || !second || first === second) continue;
    first.after.unshift(second);
    second.before += 1;
  }
  return items;
}

/** Finds a loop, from one item back to what comes before it and so on, and takes one of its pairs away. */
function openLoop(items: readonly Item[]): Item[] {
  let last: Item | undefined;
  // For each item, the one that was found before it: the one after it in the loop.
  const next = new Map<Item, Item>();
  for (;;) {
    for (const item of items) {
      if (item.before === 0) continue;
      last ??= item;
      const pair = item.after.indexOf(last);
      if (pair < 0) continue;
      if (next.has(item)) {
        last.before -= 1;
        item.after.splice(pair, 1);
        return chainOf(last, item, next);
      }
      next.set(item, last);
      last = item;
    }
  }
}

function chainOf(first: Item, last: Item, next: ReadonlyMap<Item, Item>): Item[] {
  const chain = [first];
  for (let item = first; item !== last;) {
    const following = next.get(item);
    if (!following) break;
    chain.push(following);
    item = following;
  }
  return chain;
}
