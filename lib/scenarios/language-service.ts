import { graceful, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedCall, ScriptedTurn } from './scenario';

const HOME = 'src/tax.ts';
const OLD = 'taxRate';
const NEW = 'taxShare';

const lsp = (input: Readonly<Record<string, unknown>>): ScriptedCall => ({ name: 'LSP', input });

const ASK: ScriptedTurn = {
  text: 'Where is it used? Not where the text occurs, but where the function is meant.',
  calls: [lsp({ operation: 'references', file_path: HOME, symbol: OLD })],
};

/** The files in a list of places: `1. src/cart.ts:4:10  …`. */
const filesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/^\d+\. (.+?):\d+:\d+ /gm)].map(([, path]) => path ?? '')),
];

const read = (files: readonly string[]): ScriptedTurn => ({
  text: `It is used in ${files.length} files. I will read them all.`,
  calls: files.map((file_path) => ({ name: 'Read', input: { file_path } })),
});

const rename = (text: string, files: readonly string[]): ScriptedTurn => ({
  text,
  calls: files.map((file_path) => ({
    name: 'Edit',
    input: { file_path, old_string: OLD, new_string: NEW, replace_all: true },
  })),
});

const check = (text: string, files: readonly string[]): ScriptedTurn => ({
  text,
  calls: files.map((file_path) => lsp({ operation: 'diagnostics', file_path })),
});

const places = (all: readonly AnsweredCall[]): string[] =>
  filesIn(all.find(({ name, input }) => name === 'LSP' && input.operation === 'references')?.text ?? '');

function next(all: readonly AnsweredCall[], now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) return ASK;
  const failed = now.find((step) => step.failed);
  if (failed) return graceful(now) ?? unexpected(failed, 'the language service to answer');
  const files = places(all);
  const others = files.filter((file) => file !== HOME);
  if (first.input.operation === 'references')
    return files.length > 1 ? read(files) : unexpected(first, 'places in several files');
  if (first.name === 'Read') return rename('First, where it is defined.', [HOME]);
  if (first.name === 'Edit') {
    if (now.length === 1 && first.input.file_path === HOME) return check('What does that break?', others);
    return check('And now?', files);
  }
  const broken = now.filter(({ text }) => / error TS\d+/.test(text)).map(({ input }) => String(input.file_path));
  const renamed = all.filter(({ name, failed: no }) => name === 'Edit' && !no).length;
  if (broken.length > 0 && renamed === 1)
    return rename('As expected: the files that import it ask for a name that is gone.', broken);
  if (broken.length > 0) return unexpected(first, 'no errors after the renaming');
  return {
    text: `\`${OLD}\` is \`${NEW}\` in ${files.length} files, and TypeScript finds nothing wrong with any of them.`,
  };
}

/** A renaming with the real language service: references, edits, diagnostics. */
export const languageService: Scenario = {
  id: 'language-service',
  title: 'Rename with a language service',
  summary: 'An agent asks TypeScript where a function is used, renames it, and asks again until nothing is wrong.',
  prompt: 'taxRate gives a share. Call it taxShare everywhere.',
  sample: 'cart',
  needs: ['Edit', 'LSP', 'Read'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
