import { toolOf } from '@/lib/tools/pool/restriction-stack';

type Lists = readonly (readonly string[] | undefined)[];

/**
 * The tools that are on every list, ignoring case; a rule counts as its tool. Undefined, meaning no limit, if there is no list.
 */
export function narrowTools(lists: Lists): string[] | undefined {
  const [first, ...others] = given(lists).map((list) => list.flatMap((entry) => toolOf(entry) ?? []));
  if (!first) return undefined;
  const plain = others.map((list) => new Set(list.map((name) => name.toLowerCase())));
  return [...new Set(first)].filter((name) => plain.every((names) => names.has(name.toLowerCase())));
}

/** The lists that contain rules, not just names; each once. */
export function withRules(lists: Lists): string[][] {
  const saying = given(lists).filter((list) => list.some((entry) => entry.trim().endsWith(')')));
  return [...new Map(saying.map((list) => [list.join('\n'), [...list]])).values()];
}

const given = (lists: Lists): (readonly string[])[] => lists.filter((list) => list !== undefined);
