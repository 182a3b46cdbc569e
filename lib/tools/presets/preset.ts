import type { Language, ToolKind, ToolResult, ValidationIssue } from '@/lib/protocol';
import type { ToolCategory } from '../category';
import type { Behaviour } from '../system';
import type { AnyTool, JsonSchema, ToolContext } from '../tool';
import type { PathRule } from './path-rules';

export type PresetInput = Readonly<Record<string, unknown>>;

/** One capability with a system's name and fields for it. */
export interface PresetTool {
  readonly name: string;
  /** The name of our tool that does the work. */
  readonly executor: string;
  /** Omitted: the executor's description, with the preset's names for other tools. */
  readonly description?: string;
  /** A few words before the description, also used in an index. */
  readonly lead?: string;
  /** What the host must provide, if different from ours. */
  readonly capabilities?: readonly string[];
  /** Shown when the tool is looked up. */
  readonly help?: string;
  /** The form of its results' `structuredContent`, made from the executor's result. */
  readonly output?: ResultForm;
  /** Our field names by the system's. A field that is not listed has the same name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Our fields that the system's tool lacks. */
  readonly without?: readonly string[];
  /** Fields that are optional in ours but required by the system. */
  readonly required?: readonly string[];
  /** The system's category for it, if different from ours. */
  readonly category?: ToolCategory;
  /** Whether the system considers it dangerous, if different from ours. */
  readonly dangerous?: boolean;
  /** Whether a file must be read before this tool changes it, if different from the rest of the system. */
  readonly readBeforeWrite?: boolean;
  /** The model providers it works with. */
  readonly supportedProviders?: readonly string[];
  /** How its schema is written, if different from the other tools'. */
  readonly track?: Preset['track'];
  /** JSON Schemas of fields that differ from ours or that only the system has (these come last); `read` converts them. */
  readonly own?: Readonly<Record<string, JsonSchema>>;
  /** Descriptions of fields that are otherwise ours, by the system's names, if it uses another language. */
  readonly described?: Readonly<Record<string, string>>;
  /** Issues that its schema cannot express, by the system's field names. */
  readonly check?: (given: PresetInput, language: Language) => readonly ValidationIssue[];
  /** Converts the system's own fields to ours. In the input, renamed fields already have our names. */
  readonly read?: (input: PresetInput) => PresetInput;
  /** Runs before the work; a returned result ends the call. */
  readonly before?: (
    input: PresetInput,
    context: ToolContext,
  ) => Promise<ToolResult | undefined> | ToolResult | undefined;
  /** Puts the result in the system's words. The input has our fields. */
  readonly tell?: (result: ToolResult, input: PresetInput, context: ToolContext) => ToolResult | Promise<ToolResult>;
  /** It accepts additional fields. */
  readonly open?: boolean;
}

export interface ResultForm {
  readonly schema: NonNullable<AnyTool['output']>;
  of(result: ToolResult): unknown;
}

/** The behaviour that a system's text states, with the source. The rest is Toolyard's. */
export type StatedBehaviour = {
  readonly [K in keyof Behaviour]?: { readonly is: Behaviour[K]; readonly source: string };
};

/** A system's complete tool design, on our executors. */
export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly PresetTool[];
  readonly behaviour: StatedBehaviour;
  /** How its schemas are written; both tracks give the same issues. */
  readonly track: 'zod' | 'json-schema';
  /** Replacements for our tools that the system lacks, worded to follow "with". */
  readonly instead?: Readonly<Record<string, string>>;
  /** The kinds it has; any other becomes `other`. */
  readonly kinds?: readonly ToolKind[];
  /** Its requirements for paths, checked before a call runs. */
  readonly paths?: readonly PathRule[];
}
