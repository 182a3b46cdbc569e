import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KINDS } from './new/kinds.mjs';
import { ROOT } from './root.mjs';
import { launch, LaunchError, say } from './say.mjs';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Writes a new part: its file, a test that fails until the part does something, and its lines in the registry. Writes nothing if a
 * file or a line already exists or a registry does not look as expected.
 *
 * @param {string} root @param {string | undefined} kind @param {string | undefined} name in kebab case
 * @param {string} [topic] the folder of a tool
 * @returns {string[]} the paths written, from the root
 */
export function makeNew(root, kind, name, topic) {
  const make = kind !== undefined && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!make || name === undefined) {
    const usage = `Usage: npm run new <${Object.keys(KINDS).join('|')}> <name> [topic]\nA topic is for a tool only. ${topicsIn(root)}`;
    throw new LaunchError(usage);
  }
  if (!NAME.test(name)) {
    throw new LaunchError('The name is in kebab case: small letters, digits and hyphens, such as word-count.');
  }
  if (topic !== undefined && !NAME.test(topic)) throw new LaunchError('The topic is a folder name in kebab case.');
  if (kind === 'tool' && topic === undefined) {
    throw new LaunchError(
      `A tool stands in the folder of its topic: npm run new tool ${name} <topic>. ${topicsIn(root)}`,
    );
  }
  const { files, registries } = make(name, topic);
  for (const path of Object.keys(files)) {
    if (existsSync(join(root, path))) throw new LaunchError(`${path} is there already.`);
  }
  const listed = registries.map(({ path, lines }) => ({ path, text: withLines(root, path, lines) }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const { path, text } of listed) writeFileSync(join(root, path), text);
  return [...Object.keys(files), ...registries.map(({ path }) => path)];
}

/** The topics there are. @param {string} root */
function topicsIn(root) {
  const folder = join(root, 'lib/tools/builtin');
  const topics = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'testing',
  );
  return `There are ${topics.map(({ name }) => name).join(', ')}; another name makes a new one.`;
}

/**
 * The text of a registry with new lines added, each before its anchor.
 *
 * @param {string} root @param {string} path @param {readonly import('./new/kind.mjs').Line[]} lines
 */
function withLines(root, path, lines) {
  let text = readFileSync(join(root, path), 'utf8');
  for (const { before, line, end = '\n' } of lines) {
    const at = text.lastIndexOf(before);
    if (at < 0) throw new LaunchError(`${path} has no "${before.trim()}": add "${line}" by hand.`);
    if (text.includes(line.trim())) throw new LaunchError(`${path} has "${line.trim()}" already: choose another name.`);
    text = `${text.slice(0, at)}${line}${end}${text.slice(at)}`;
  }
  return text;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await launch(async () => {
    const [kind, name, topic] = process.argv.slice(2);
    const paths = makeNew(ROOT, kind, name, topic);
    const test = paths.find((path) => path.includes('.test.'));
    say(
      `Wrote\n${paths.map((path) => `  ${path}`).join('\n')}\n\nNow make its test pass: npx vitest run ${test}\nWhat is yours to write is marked TODO(new). What else it needs: CONTRIBUTING.md, Adding things. To undo it: git restore those that git knows, and remove the others.`,
    );
  });
}
