import type { ErrorCode, ToolKind } from '@/lib/protocol';
import type { ToolCategory } from '../category';
import type { JsonSchema } from '../tool';
import type { PathRule } from './path-rules';

type Input = Readonly<Record<string, unknown>>;

/** One capability under the name and with the fields that a system gives it. */
export interface PresetTool {
  readonly name: string;
  /** The tool of ours that does the work, by name. */
  readonly executor: string;
  /** Left out: the executor's, with the preset's names for other tools. */
  readonly description?: string;
  /** Our fields by the system's names for them. A field that is not named here has the same name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Our fields that the system's tool does not have. */
  readonly without?: readonly string[];
  /** Our optional fields that the system wants. */
  readonly required?: readonly string[];
  /** Where the system files it, if not where we do. */
  readonly category?: ToolCategory;
  /** The system's own form of a field, or a field that only it has, which comes last; `read` turns that into ours. JSON Schema. */
  readonly own?: Readonly<Record<string, JsonSchema>>;
  /** What the system's own fields mean in ours. Gets the input with renamed fields already under our names. */
  readonly read?: (input: Input) => Input;
  /** It takes any further field. */
  readonly open?: boolean;
}

/** A system's whole design of its tools, on our executors. */
export interface Preset {
  readonly id: string;
  readonly title: string;
  /** What is particular about it, in one or two sentences. */
  readonly about: string;
  readonly tools: readonly PresetTool[];
  /** In what its schemas are written: both tracks give the same issues. */
  readonly track: 'zod' | 'json-schema';
  /** Characters of text that any result may have. */
  readonly outputLimit?: number;
  /** Milliseconds that any call may take. */
  readonly deadlineMs?: number;
  /** The kinds it knows; every other one is `other`. */
  readonly kinds?: readonly ToolKind[];
  /** Its code for one of ours. */
  readonly codes?: Readonly<Partial<Record<ErrorCode, ErrorCode>>>;
  /** What it asks of paths before a call runs. */
  readonly paths?: readonly PathRule[];
}
