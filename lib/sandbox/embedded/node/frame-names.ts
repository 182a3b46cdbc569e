import { isOfNamespace } from './esm/linking';

/** A line of a stack with the names that Node 20 gives. */
export const nodesNames = (line: string): string => asInNode20(ofModule(line));

/** A function that was called on a namespace, which is a proxy here. */
const ofModule = (line: string): string =>
  line.replace(
    /^(\s+at (?:async )?)Proxy\.((\S+) \((\S+?):\d+:\d+\)$)/,
    (whole, before: string, rest: string, name: string, url: string) =>
      isOfNamespace(url, name) ? `${before}Module.${rest}` : whole,
  );

/** A browser's newer engine does not repeat an accessor's name, and names a function that is called on another by that one. */
const asInNode20 = (line: string): string =>
  line
    .replace(/^(\s+at (?:async )?[gs]et ([\w$]+)) (?=\()/, '$1 [as $2] ')
    .replace(/^(\s+at )Module(?=\.executeUserEntryPoint \[as runMain\])/, '$1Function');
