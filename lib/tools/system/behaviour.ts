import type { Discovery, ErrorCode, Language, SpelledCode, ToolResult, ValidationIssue } from '@/lib/protocol';

/** The order in which a call is checked. */
export type CheckOrder =
  /** Arguments, then permission, then hooks. */
  | 'validation-permission-hooks'
  /** Permission, then hooks, then arguments: a hook may fix invalid arguments. */
  | 'permission-hooks-validation';

/** How a turn's calls are scheduled. */
export type Scheduling =
  /** In call order; adjacent read-only calls run together. */
  | 'call-order'
  /** All read-only calls run first and together; the others follow, one at a time. */
  | 'reads-first'
  /** All at once, except calls that start agents: each of those runs alone. */
  | 'together'
  /** One at a time, in call order. */
  | 'one-at-a-time';

/** The maximum length of a result, and the notice of a cut. */
interface OutputLimits {
  /** Maximum characters of any result, whatever its tool allows. Omitted: the tool's limit. */
  readonly most?: number;
  /** The notice between head and tail. Omitted: the number of characters left out. */
  readonly notice?: string;
}

/** What is accepted that a strict look-up or validator would reject. */
interface Laxity {
  /** Tool names match ignoring case, if that is unambiguous. */
  readonly names: boolean;
  /** Any number counts as an integer: 1.5 is accepted for an integer. */
  readonly integers: boolean;
  /** A schema that is not an object accepts everything. */
  readonly schemas: boolean;
}

/** Texts from the pipeline to the model. Each is omitted if the system has no text of its own. */
export interface PipelineTexts {
  toolNotFound?(name: string): string;
  invalidArguments?(tool: string, issues: readonly ValidationIssue[]): string;
  denied?(reason: string): string;
  /** A tool threw. */
  threw?(message: string): string;
  /** A port that a tool needs is missing; `port` is its name in the context. */
  unavailable?(port: string): string;
}

/** How calls behave: everything in which one system of tools differs from another, besides names. */
export interface Behaviour {
  /** The language for the model, unless a person sets another. */
  readonly language: Language;
  /** Spells a failure's code in the system's way. */
  readonly codes: (code: ErrorCode, result: ToolResult) => SpelledCode;
  readonly texts: Readonly<Partial<Record<Language, PipelineTexts>>>;
  readonly order: CheckOrder;
  /** Tools whose calls are intercepted early: neither middleware nor hooks see them. Permission rules still apply. */
  readonly intercepts: readonly string[];
  /** Whether a file must have been read, and be unchanged since, before it is changed. */
  readonly readBeforeWrite: boolean;
  /** Whether a later tool of the same name replaces an earlier one: always, or only if a person allowed it. */
  readonly override: 'later' | 'allowed';
  readonly output: OutputLimits;
  readonly laxity: Laxity;
  readonly scheduling: Scheduling;
  /** Which calls a person is asked about in mode `default`. */
  readonly asks: 'changes' | 'dangerous';
  /** What a thread keeps across a reload: everything, or only its conversation and files. */
  readonly keeps: 'everything' | 'files';
  /** How much of each tool a model sees when a thread starts, unless a person sets another. */
  readonly discovery: Discovery;
  /** The factor on how many equal calls count as a loop, so that the rate limit acts before the loop guard. */
  readonly guardPatience: number;
  /** Maximum milliseconds for any call; Infinity: the tool's limit. */
  readonly deadlineMs: number;
}

/** Toolyard's own behaviour: the default for everything a system does not specify. */
export const OUR_BEHAVIOUR: Behaviour = {
  language: 'en',
  codes: (code) => code,
  texts: {},
  order: 'validation-permission-hooks',
  intercepts: [],
  readBeforeWrite: true,
  override: 'allowed',
  output: {},
  laxity: { names: true, integers: false, schemas: false },
  scheduling: 'call-order',
  asks: 'changes',
  keeps: 'everything',
  discovery: 'full',
  guardPatience: 1,
  deadlineMs: Infinity,
};
