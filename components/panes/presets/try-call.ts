import type { Language } from '@/lib/protocol';
import { builtinTools } from '@/lib/tools/builtin';
import { createDispatcher } from '@/lib/tools/dispatch';
import { behaviourOf, findPreset, presetTools } from '@/lib/tools/presets';
import { createRegistry } from '@/lib/tools/registry';
import type { Messages } from '../../messages/catalogues';
import { TRIAL_FILE, oneFileSandbox, TRIAL_WORKDIR } from './one-file-sandbox';

/** A call to try, with the built-in names; a design without a name of its own for a field or tool gets these. */
export interface TrialCall {
  readonly id: string;
  /** A message key. */
  readonly title: Extract<keyof Messages['presets'], `call${string}`>;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export const TRIAL_CALLS: readonly TrialCall[] = [
  {
    id: 'unread',
    title: 'callUnread',
    tool: 'Edit',
    input: { file_path: TRIAL_FILE, old_string: '# Prices', new_string: '# Our prices' },
  },
  {
    id: 'twice',
    title: 'callTwice',
    tool: 'Edit',
    input: { file_path: TRIAL_FILE, old_string: 'net', new_string: 'gross' },
  },
  {
    id: 'missing',
    title: 'callMissing',
    tool: 'Read',
    input: { file_path: `${TRIAL_WORKDIR}/none.md` },
  },
  { id: 'read', title: 'callRead', tool: 'Read', input: { file_path: TRIAL_FILE } },
  { id: 'misspelt', title: 'callMisspelt', tool: 'Read', input: { Path: TRIAL_FILE } },
  { id: 'half', title: 'callHalf', tool: 'Read', input: { file_path: TRIAL_FILE, offset: 1.5 } },
  { id: 'unknown', title: 'callUnknown', tool: 'Raed', input: {} },
  {
    id: 'folder',
    title: 'callFolder',
    tool: 'Write',
    input: { file_path: `${TRIAL_WORKDIR}/new/a.md`, content: 'a\n' },
  },
];

/** The outcome of a call under one design. */
export interface TrialResult {
  readonly tool: string;
  readonly args: string;
  /** The error code in the design's spelling. */
  readonly code?: string;
  readonly text: string;
  /** That of the answer. */
  readonly language: Language;
}

/**
 * Runs the same call through a design's own pipeline, on its own one-file folder. Undefined if the design lacks the tool.
 * Presets speak their own language, as in a run; Toolyard's own design speaks the page's.
 */
export async function tryCall(
  design: string,
  call: TrialCall,
  page: Language = 'en',
): Promise<TrialResult | undefined> {
  const preset = findPreset(design);
  const tools = preset ? presetTools(preset, builtinTools) : builtinTools;
  const known = builtinTools.some(({ name }) => name === call.tool);
  const found = tools.find(({ name, executor = name }) => executor === call.tool);
  if (known && !found) return undefined;
  const input = Object.fromEntries(
    Object.entries(call.input).flatMap(([field, value]) => {
      const name = found?.fields?.[field] ?? field;
      return name === '' ? [] : [[name, value]];
    }),
  );
  const seen = new Map<string, string>();
  const sandbox = oneFileSandbox();
  const dispatcher = createDispatcher({
    registry: createRegistry(tools),
    ...(!preset && { language: () => page }),
    permissions: {
      mode: () => 'acceptEdits',
      rules: () => [],
      ask: async () => ({ behavior: 'allow' }),
      allowAlways: () => undefined,
    },
    contextFor: () => ({
      threadId: 'trial',
      writeRoots: [],
      sandbox,
      ledger: {
        seen: (path) => seen.get(path),
        record: (path, hash) => void seen.set(path, hash),
        forget: (path) => void seen.delete(path),
      },
    }),
  });
  const name = found?.name ?? call.tool;
  const args = JSON.stringify(input, null, 2);
  const { result } = await dispatcher.dispatch({ id: 'trial', name, args }, { signal: new AbortController().signal });
  const language = preset ? behaviourOf(preset).language : page;
  return { tool: name, args, text: result.text, language, ...(result.error && { code: result.error }) };
}
