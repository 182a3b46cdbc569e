import type { Discovery, ErrorCode, Language, SpelledCode, ToolResult, ValidationIssue } from '@/lib/protocol';

/** Which checks a call meets first. */
export type CheckOrder =
  /** Arguments, then permission, then hooks. */
  | 'validation-permission-hooks'
  /** Permission, then hooks, then arguments: a hook may mend what would not be valid. */
  | 'permission-hooks-validation';

/** How a turn's calls share time. */
export type Scheduling =
  /** In call order; neighbours that only read run together. */
  | 'call-order'
  /** All that only read run together and first; the others follow, one at a time. */
  | 'reads-first'
  /** All at once, but for agents: each of those runs alone. */
  | 'together'
  /** One at a time, in call order. */
  | 'one-at-a-time';

/** Most of a result, and how a cut is told. */
interface OutputLimits {
  /** Characters of any result, whatever its tool allows; left out: what the tool says. */
  readonly most?: number;
  /** What stands between head and tail; left out: how many characters are left out. */
  readonly notice?: string;
}

/** What is let through that a strict look-up or validator would not. */
interface Laxity {
  /** A tool's name counts in any case, where that is clear. */
  readonly names: boolean;
  /** A number counts as an integer: 1.5 passes where an integer is wanted. */
  readonly integers: boolean;
  /** A schema that is no object lets everything through. */
  readonly schemas: boolean;
}

/** What the pipeline itself tells a model. Each is left out where the system has no words of its own for it. */
export interface PipelineTexts {
  toolNotFound?(name: string): string;
  invalidArguments?(tool: string, issues: readonly ValidationIssue[]): string;
  denied?(reason: string): string;
  /** A tool threw. */
  threw?(message: string): string;
  /** A port that a tool needs is not there; `port` is its name in the context. */
  unavailable?(port: string): string;
}

/** What a call does and says, beside what its tool is called: everything in which one system of tools differs from another. */
export interface Behaviour {
  /** In which the model is addressed, unless a person says otherwise. */
  readonly language: Language;
  /** How a failure's code is spelt. */
  readonly codes: (code: ErrorCode, result: ToolResult) => SpelledCode;
  readonly texts: Readonly<Partial<Record<Language, PipelineTexts>>>;
  readonly order: CheckOrder;
  /** Tools whose calls are taken before anything that stands around calls: neither middleware nor hooks see them. Rules hold. */
  readonly intercepts: readonly string[];
  /** Whether a file has to be read, and unchanged since, before it is changed. */
  readonly readBeforeWrite: boolean;
  /** Whether a later tool of the same name takes an earlier one's place: always, or where a person allowed it. */
  readonly override: 'later' | 'allowed';
  readonly output: OutputLimits;
  readonly laxity: Laxity;
  readonly scheduling: Scheduling;
  /** What a person is asked about in mode default. */
  readonly asks: 'changes' | 'dangerous';
  /** What a reload leaves a thread: everything, or its conversation and its files alone. */
  readonly keeps: 'everything' | 'files';
  /** What of each tool a model is shown when a thread begins, unless a person says otherwise. */
  readonly discovery: Discovery;
  /** How many times as many calls as usual make a loop, so that the rate limit speaks before the loop guard. */
  readonly guardPatience: number;
  /** Milliseconds any call may take; Infinity: what its tool says. */
  readonly deadlineMs: number;
}

/** Toolyard's own: what holds wherever a system says nothing. */
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
