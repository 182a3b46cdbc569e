/** The sources of the built-in tools, by their paths below `lib/tools/builtin`. */
export type BuiltinSources = Readonly<Record<string, string>>;

/**
 * The source of a built-in tool and of what it imports from the folder of its topic, to read beside a fork; undefined if there is none.
 */
export function originalOf(name: string, sources: BuiltinSources): string | undefined {
  const file = `/${name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}.ts`;
  const path = Object.keys(sources).find((one) => one.endsWith(file));
  if (path === undefined) return undefined;
  const topic = path.slice(0, path.indexOf('/') + 1);
  const imported = [...(sources[path] ?? '').matchAll(/ from '(\.[\w./-]+)';/g)].map(
    ([, other = '']) => `${new URL(other, `file:///${path}`).pathname.slice(1)}.ts`,
  );
  const files = [path, ...imported.filter((one) => one.startsWith(topic) && Object.hasOwn(sources, one))];
  return `# ${name}, as it is built in

This is its source, to read and to take from. It does not run here: it stands on ports of Toolyard (files, commands, stores) that the code of a pack does not have.

A pack reaches all of that by \`context.call\`, so \`main.ts\` begins with a call of \`${name}\`. Change what goes in and what comes out, or write what you want instead.
${files.map((one) => `\n## lib/tools/builtin/${one}\n\n\`\`\`\`ts\n${sources[one]}\`\`\`\`\n`).join('')}`;
}
