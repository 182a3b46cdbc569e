import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolKind } from '@/lib/protocol';
import { builtinTools } from '..';
import { AbortReason } from '../../result';
import type { DispatchPhase, CallContext } from '../../dispatch';
import { createBench, type Bench } from '../../testing/bench';
import type { AnyTool } from '../../tool';
import { DEFAULT_OUTPUT_LIMIT } from '../../truncate';
import { interrupting } from './interrupting';

/** The surroundings of a call besides the bench's sandbox, shell, ledger and blobs. */
export interface Surroundings {
  readonly ports: Partial<CallContext>;
  /** State besides files that must not change if the call does not run. */
  readonly state?: () => unknown;
}

/** Creates the surroundings for each case, on the bench's sandbox and shell if needed; `leave` aborts when the case ends. */
export type Around = (leave: AbortSignal, bench: Bench) => Surroundings | Promise<Surroundings>;

/** A case that does not apply to a tool, and why. */
export interface Never {
  readonly never: string;
}

/** The four cases every tool must handle: invalid input, a denied call, an abort, and output over its limit. */
export interface FourCases {
  readonly around?: Around;
  /** Prepares what `input` needs, before anything is allowed or denied. */
  readonly arrange?: (bench: Bench) => Promise<unknown>;
  /** An input that succeeds, and changes files or `state` unless the tool is read-only. */
  readonly input: object;
  /** An input that the schema rejects, and the path of the issue. */
  readonly wrong: readonly [input: unknown, path: string];
  /** A rule that denies `input`. Default: the tool's name. */
  readonly deny?: string;
  /** `never`: once started, it succeeds despite an abort. Default: it is ABORTED from its first use of a port on. */
  readonly middle?: Never;
  readonly over: OverLimit | Never;
}

export interface OverLimit {
  /** Replaces the row's. */
  readonly around?: Around;
  /** Runs after the row's. */
  readonly arrange?: (bench: Bench) => Promise<unknown>;
  /** Default: the row's. */
  readonly input?: object;
  /** The notice if the tool truncates itself. Default: the notice of dispatch, which keeps the full text in the blobs. */
  readonly notice?: RegExp;
  /** The diff's patch is what is truncated. */
  readonly patch?: boolean;
}

/** Kinds of tools whose results have a diff. */
const CHANGES_FILES: ReadonlySet<ToolKind> = new Set(['edit', 'move', 'delete']);
const STOPPED = new AbortReason('stopped', 'A person stopped the call.');
const FINAL: ReadonlySet<DispatchPhase> = new Set(['invalid', 'succeeded', 'failed', 'denied', 'aborted']);
/** Characters that a truncation notice and advice may add. */
const NOTICE_LENGTH = 300;
/** Characters of an output that needs no limit. */
const SHORT = 1000;

/** Runs the tools' rows through the real dispatcher. Fails for a tool without a row or a row without a tool. */
export function fourCases(tools: readonly AnyTool[], rows: Readonly<Record<string, FourCases>>): void {
  it('each tool has a row with its four cases, in the file of its tier', () => {
    const names = new Set(tools.map(({ name }) => name));
    const without = [...names].filter((name) => !Object.hasOwn(rows, name));
    expect(without, 'each of these needs a row, at the end of the file that failed').toEqual([]);
    const unknown = Object.keys(rows).filter((name) => !names.has(name));
    expect(unknown, 'no tool of this tier has this name; its row stands in the file of its tier').toEqual([]);
  });
  for (const tool of tools) {
    const row = rows[tool.name];
    if (row) describe(tool.name, () => casesOf(tool, row));
  }
}

function casesOf(tool: AnyTool, row: FourCases): void {
  let leave: AbortController;
  let bench: Bench;
  beforeEach(() => void (leave = new AbortController()));
  afterEach(async () => {
    leave.abort();
    await bench.sandbox.dispose();
  });

  /** Creates a bench on which `input` can run; `state` is everything that the call could change. */
  async function setUp(around: Around = () => ({ ports: {} }), onUse?: () => void) {
    const used: Partial<CallContext> = {};
    bench = await createBench(builtinTools, used);
    const { ports, state } = await around(leave.signal, bench);
    Object.assign(used, ports);
    await row.arrange?.(bench);
    bench.phases.length = 0;
    if (onUse) Object.assign(used, interrupting({ sandbox: bench.sandbox, ...ports }, onUse));
    const { sandbox } = bench;
    return async () => ({ files: Buffer.from(await sandbox.export()).toString('latin1'), state: state?.() });
  }

  /** Makes a call and checks that it is settled exactly once, with a consistent phase. */
  async function settle(input: unknown, signal?: AbortSignal) {
    const resolved = await bench.call(tool.name, input, signal);
    expect(bench.phases.filter((phase) => FINAL.has(phase))).toEqual([resolved.phase]);
    return resolved;
  }

  it('runs where nothing is in its way', async () => {
    const all = await setUp(row.around);
    const before = await all();
    const { phase, result } = await settle(row.input);
    expect([phase, result.error, result.text]).toEqual(['succeeded', undefined, expect.any(String)]);
    expect(result.summary).toMatch(/^\S.{0,199}$/);
    expect(result.diff !== undefined).toBe(CHANGES_FILES.has(tool.kind));
    // The state that a refused call must not change must be something that this call does change.
    if (tool.isReadOnly(row.input)) expect(await all()).toEqual(before);
    else expect(await all()).not.toEqual(before);
  });

  it('refuses a wrong input and says where it is wrong', async () => {
    const all = await setUp(row.around);
    const before = await all();
    const [input, path] = row.wrong;
    const { phase, result } = await settle(input);
    expect([phase, result.error]).toEqual(['invalid', 'INVALID_ARGS']);
    expect(result.issues?.map((issue) => issue.path)).toContain(path);
    expect(result.text).toContain(path);
    expect(await all()).toEqual(before);
  });

  it('does nothing where a rule denies it', async () => {
    const all = await setUp(row.around);
    const before = await all();
    const rule = row.deny ?? tool.name;
    bench.rules.push({ behavior: 'deny', rule });
    const { phase, result } = await settle(row.input);
    expect([phase, result.error]).toEqual(['denied', 'GATE_DENIED']);
    expect(result.denial).toMatchObject({ source: 'rule', rule });
    expect(result.text).toContain(rule);
    expect(bench.phases).not.toContain('running');
    expect(await all()).toEqual(before);
  });

  it('does not begin once it is aborted', async () => {
    const all = await setUp(row.around);
    const before = await all();
    const { phase, result } = await settle(row.input, AbortSignal.abort(STOPPED));
    expect([phase, result.error]).toEqual(['aborted', 'ABORTED']);
    expect(result.text).toContain(STOPPED.message);
    expect(await all()).toEqual(before);
  });

  it(row.middle ? `ends well when it is aborted: ${row.middle.never}` : 'stops when it is aborted', async () => {
    const stop = new AbortController();
    const all = await setUp(row.around, () => {
      if (bench.phases.at(-1) === 'running') stop.abort(STOPPED);
    });
    const { files } = await all();
    const { phase, result } = await settle(row.input, stop.signal);
    expect(stop.signal.aborted).toBe(true);
    if (row.middle) return expect(phase).toBe('succeeded');
    expect([phase, result.error]).toEqual(['aborted', 'ABORTED']);
    expect(result.text).toContain(STOPPED.message);
    expect((await all()).files).toBe(files);
  });

  const { over } = row;
  if ('never' in over) {
    it(`has no output that could be too long: ${over.never}`, async () => {
      await setUp(row.around);
      const { result } = await settle(row.input);
      expect(JSON.stringify(result).length).toBeLessThan(SHORT);
    });
    return;
  }

  it('cuts an output over the limit and says so', async () => {
    await setUp(over.around ?? row.around);
    await over.arrange?.(bench);
    bench.phases.length = 0;
    const { result } = await settle(over.input ?? row.input);
    expect(result.text.length).toBeLessThan((tool.outputLimit ?? DEFAULT_OUTPUT_LIMIT) + NOTICE_LENGTH);
    if (over.patch) {
      expect(result.diff?.patch).toMatch(/\n\[… cut\]$/);
      expect([result.diff?.beforeHash, result.diff?.afterHash].some((hash) => bench.blobs.has(hash ?? ''))).toBe(true);
    } else if (over.notice) {
      expect(result.text).toMatch(over.notice);
      expect(result.truncated).toBeUndefined();
    } else {
      expect(result.text).toMatch(/\[… [\d,]+ characters left out …\]/);
      expect(bench.blobs.get(result.truncated?.hash ?? '')?.length).toBeGreaterThan(result.text.length);
    }
  });
}
