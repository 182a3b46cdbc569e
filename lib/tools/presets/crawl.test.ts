import { ERROR_CODES, HookSchema, LanguageSchema, type ToolResult } from '@/lib/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AbortReason, failure } from '../result';
import { builtinTools } from '../builtin';
import { createHookRunner } from '../hooks';
import { retryHintOn } from '../retry-hint';
import { systemOf } from '../system';
import { isLong } from '../testing/cases';
import { behaviourOf, PRESETS, presetTools } from '.';
import { englishLeft } from './testing/english-left';
import { foreignNames, textsOf } from './testing/foreign-names';
import { OUTCOMES } from './testing/outcomes';
import { openWorld, type World } from './testing/world';

/** Each in the language that it speaks; in the others, too, where there is time. */
const SYSTEMS = PRESETS.flatMap((preset) =>
  LanguageSchema.options
    .filter((language) => isLong || language === behaviourOf(preset).language)
    .map((language) => ({ id: preset.id, preset, language })),
);

describe.each(SYSTEMS)('$id in $language', ({ preset, language }) => {
  const tools = presetTools(preset, builtinTools);
  const foreign = foreignNames(tools);
  const slips = (results: readonly (readonly [string, ToolResult | undefined])[]): string[] =>
    results.flatMap(([when, result]) =>
      (result ? textsOf(result) : []).flatMap((text) =>
        foreign(text).map((word) => `${when}: ${word} in “${excerpt(text, word)}”`),
      ),
    );

  /** What a system that speaks Chinese tells in English. */
  const unsaid = (results: readonly (readonly [string, ToolResult | undefined])[], shows = false): string[] =>
    language === 'zh' && behaviourOf(preset).language === 'zh' ? inEnglish(results, shows) : [];

  describe('what its tools say', () => {
    let world: World;
    beforeAll(async () => {
      world = await openWorld(tools, language);
    });
    afterAll(() => world.leave());

    it.each(tools)('$name', async ({ name, executor }) => {
      const results: [string, ToolResult][] = [];
      for (const { tool, when, input, before } of OUTCOMES) {
        if (tool !== executor) continue;
        await before?.(world);
        const result = await world.call(tool, input);
        if (result) results.push([`${name}, ${when}`, result]);
        world.bench.writeRoots = [];
      }
      expect(results).not.toEqual([]);
      expect(slips(results)).toEqual([]);
      expect(unsaid(results, SHOWS.has(executor ?? name))).toEqual([]);
    });

    it('where there is nothing around them', async () => {
      const bare = await openWorld(tools, language);
      for (const port of Object.keys(bare.ports)) Object.assign(bare.ports, { [port]: undefined });
      Object.assign(bare.ports, { sandbox: undefined, ledger: undefined });
      const results = await firstOfEach(bare, (name, input) => bare.call(name, input));
      await bare.leave();
      expect(slips(results)).toEqual([]);
      expect(unsaid(results)).toEqual([]);
    });
  });

  it('what stands around every call', async () => {
    const results: (readonly [string, ToolResult | undefined])[] = [];
    for (const [what, around] of Object.entries(AROUND)) {
      const world = await openWorld(tools, language, around.options ?? {});
      around.arrange?.(world);
      results.push(
        ...(
          await firstOfEach(world, async (name, input) => {
            const made = world.translated(name, input);
            const call = made && { ...made, ...around.sent };
            return call && (await world.bench.call(call.name, call.input, around.signal)).result;
          })
        ).map(([when, result]) => [`${what}: ${when}`, result] as const),
      );
      await world.leave();
    }
    expect(slips(results)).toEqual([]);
    expect(unsaid(results)).toEqual([]);
    const codes = new Set(results.map(([, result]) => result?.error));
    for (const code of [
      'INVALID_ARGS',
      'INVALID_JSON',
      'GATE_DENIED',
      'HOOK_BLOCKED',
      'RATE_LIMITED',
      'ABORTED',
      'TOOL_NOT_FOUND',
    ] as const) {
      expect(codes).toContain(code);
    }
  });

  it('the advice after every code', () => {
    const system = systemOf(tools);
    const advice = ERROR_CODES.map(
      (code) => [code, { success: false, text: retryHintOn(failure(code, ''), language, system).line }] as const,
    );
    expect(slips(advice)).toEqual([]);
    expect(unsaid(advice)).toEqual([]);
  });

  it('how to go on after a reload', async () => {
    const world = await openWorld(tools, language);
    const hints = await Promise.all(
      tools.map(async (tool) => {
        const text = (await tool.recoveryHint?.({}, { ...CONTEXT, ...world.ports })) ?? '';
        return [tool.name, { success: true, text }] as const;
      }),
    );
    await world.leave();
    expect(slips(hints)).toEqual([]);
    expect(unsaid(hints)).toEqual([]);
  });
});

it('finds English in a Chinese text', () => {
  expect(englishLeft('用 `Glob` 查找 src/a.ts，再把 startLine 设为 3。See the file below.')).toEqual([
    'See',
    'the',
    'below',
  ]);
});

it('finds what it looks for', () => {
  const preset = PRESETS.find(({ id }) => id === 'dskcode');
  const foreign = foreignNames(preset ? presetTools(preset, builtinTools) : []);
  const said =
    'Look for it with Glob, or set replace_all; after NOT_FOUND use FileRead. 请用 Grep 查找。 Read the file.';
  expect(foreign(said)).toEqual(['Glob', 'replace_all', 'NOT_FOUND', 'FileRead', 'Grep']);
});

/** The first outcome of each tool: what a call of it looks like. */
async function firstOfEach(
  { bench }: World,
  call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<ToolResult | undefined>,
): Promise<[string, ToolResult | undefined][]> {
  const results: [string, ToolResult | undefined][] = [];
  const seen = new Set<string>();
  for (const { tool, input } of OUTCOMES) {
    if (seen.has(tool)) continue;
    seen.add(tool);
    await bench.write('a.txt', 'one\n');
    results.push([tool, await call(tool, input)]);
  }
  return results;
}

interface Around {
  readonly options?: Parameters<typeof openWorld>[2];
  readonly arrange?: (world: World) => void;
  /** In the place of what the call would be. */
  readonly sent?: { readonly input?: unknown; readonly name?: string };
  readonly signal?: AbortSignal;
}

const rule = ({ bench, ports }: World, behavior: 'deny' | 'ask'): void => {
  for (const { name } of ports.pool?.() ?? []) bench.rules.push({ behavior, rule: name });
};

const HOOK = HookSchema.parse({ id: 'h', name: 'h', event: 'PreToolUse', source: 'x', enabled: true });
const blocking = { run: async () => ({ ok: true as const, value: { block: true }, log: '' }) };

const AROUND: Readonly<Record<string, Around>> = {
  'another field': { sent: { input: { nobody_has_this: 1 } } },
  'no object': { sent: { input: [1] } },
  'no JSON': { sent: { input: '{"a" "b"}' } },
  'no such tool': { sent: { name: 'klingon' } },
  'a rule': { arrange: (world) => rule(world, 'deny') },
  'a person': {
    arrange(world) {
      const { bench } = world;
      bench.mode = 'default';
      rule(world, 'ask');
      bench.answer = async () => ({ behavior: 'deny', reason: 'No.' });
    },
  },
  'plan mode': { arrange: ({ bench }) => void (bench.mode = 'plan') },
  'nobody asked': { arrange: ({ bench }) => void (bench.mode = 'dontAsk') },
  'a skill': { arrange: ({ ports }) => ports.restrictions?.push([], 'notes') },
  'a hook': { options: { hooks: createHookRunner({ hooks: () => [HOOK], codeRunner: blocking }) } },
  'a limit': {
    options: { limiter: { take: () => ({ ok: false, calls: 1, windowSeconds: 60, retryAfterMs: 1000 }) } },
  },
  'a stop': { signal: AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.')) },
};

const CONTEXT = {
  callId: 'c',
  threadId: 't',
  signal: new AbortController().signal,
  deadline: Infinity,
  writeRoots: [],
  onOutput: () => undefined,
};

/** Tools whose results hold what is in files, in pages, and what programs put out. */
const SHOWS: ReadonlySet<string> = new Set(['Read', 'Grep', 'Bash', 'WebFetch', 'Ls', 'Glob']);

/** English in what is said, but for what is shown, and for the reasons that a program or a person gave. */
const inEnglish = (results: readonly (readonly [string, ToolResult | undefined])[], shows: boolean): string[] =>
  results.flatMap(([when, result]) => {
    if (!result) return [];
    const { text, summary = '', issues = [], denial, success } = result;
    const shown = shows && (success || /^(EXIT_CODE|ABORTED)/.test(result.error ?? ''));
    const said = shown ? text.split('\n').filter((line) => /[\u4e00-\u9fff]/.test(line)) : [text];
    const all = [...said, summary, ...issues.map(({ message }) => message), denial?.reason ?? '', denial?.hint ?? ''];
    return all.flatMap((part) => {
      const words = englishLeft(GIVEN.reduce((left, given) => left.replaceAll(given, ''), part));
      return words.length > 0 ? [`${when}: ${words.join(' ')} in “${part.slice(0, 160)}”`] : [];
    });
  });

/** What a program, a person, or a test itself said, word for word. */
const GIVEN = [
  'It did not work.',
  'A person stopped the call.',
  'No.',
  'nowhere to be found',
  'the quick fox',
  'the qick fox',
  'nobody has this',
  'Tea',
  'word',
  'sub',
  'notes',
  '*.nothing',
  '\tone\n',
];

const excerpt = (text: string, word: string): string => {
  const at = text.indexOf(word);
  return text.slice(Math.max(0, at - 60), at + 60).replaceAll('\n', ' ');
};
