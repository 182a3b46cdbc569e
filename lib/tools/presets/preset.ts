import type { Language, ToolKind, ToolResult, ValidationIssue } from '@/lib/protocol';
import type { ToolCategory } from '../category';
import type { Behaviour } from '../system';
import type { AnyTool, JsonSchema, ToolContext } from '../tool';
import type { PathRule } from './path-rules';

export type PresetInput = Readonly<Record<string, unknown>>;

/** One capability under the name and with the fields that a system gives it. */
export interface PresetTool {
  readonly name: string;
  /** The tool of ours that does the work, by name. */
  readonly executor: string;
  /** Left out: the executor's, with the preset's names for other tools. */
  readonly description?: string;
  /** What stands before the description, and in an index: a few words. */
  readonly lead?: string;
  /** What the host must be able to do, if not what ours wants. */
  readonly capabilities?: readonly string[];
  /** Shown when the tool is looked up. */
  readonly help?: string;
  /** What its results' `structuredContent` is, made of what the executor tells. */
  readonly output?: ResultForm;
  /** Our fields by the system's names for them. A field that is not named here has the same name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Our fields that the system's tool does not have. */
  readonly without?: readonly string[];
  /** Our optional fields that the system wants. */
  readonly required?: readonly string[];
  /** Where the system files it, if not where we do. */
  readonly category?: ToolCategory;
  /** Whether the system calls it dangerous, if not as we do. */
  readonly dangerous?: boolean;
  /** Whether a file has to be read before this tool changes it, if not as the system's other tools. */
  readonly readBeforeWrite?: boolean;
  /** The model providers it works with. */
  readonly supportedProviders?: readonly string[];
  /** In what its schema is written, if not in what the others are. */
  readonly track?: Preset['track'];
  /** The system's own form of a field, or a field that only it has, which comes last; `read` turns that into ours. JSON Schema. */
  readonly own?: Readonly<Record<string, JsonSchema>>;
  /** What it says of fields that are ours but for their names, by its names: where it speaks another language. */
  readonly described?: Readonly<Record<string, string>>;
  /** What is wrong with its arguments and its schema cannot say, by its own fields. */
  readonly check?: (given: PresetInput, language: Language) => readonly ValidationIssue[];
  /** What the system's own fields mean in ours. Gets the input with renamed fields already under our names. */
  readonly read?: (input: PresetInput) => PresetInput;
  /** What the system does before the work is done: its result, where that is the end. */
  readonly before?: (
    input: PresetInput,
    context: ToolContext,
  ) => Promise<ToolResult | undefined> | ToolResult | undefined;
  /** The result in the system's words. Gets the input in our fields. */
  readonly tell?: (result: ToolResult, input: PresetInput, context: ToolContext) => ToolResult | Promise<ToolResult>;
  /** It takes any further field. */
  readonly open?: boolean;
}

export interface ResultForm {
  readonly schema: NonNullable<AnyTool['output']>;
  of(result: ToolResult): unknown;
}

/** What a system's text says of behaviour, and where it says it. The rest is Toolyard's. */
export type StatedBehaviour = {
  readonly [K in keyof Behaviour]?: { readonly is: Behaviour[K]; readonly source: string };
};

/** A system's whole design of its tools, on our executors. */
export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly PresetTool[];
  readonly behaviour: StatedBehaviour;
  /** In what its schemas are written: both tracks give the same issues. */
  readonly track: 'zod' | 'json-schema';
  /** What does the work of a tool of ours that it has not, in words that fit after "with". */
  readonly instead?: Readonly<Record<string, string>>;
  /** The kinds it knows; every other one is `other`. */
  readonly kinds?: readonly ToolKind[];
  /** What it asks of paths before a call runs. */
  readonly paths?: readonly PathRule[];
}
