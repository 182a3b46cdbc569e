import type { Annotations, Content, ToolKind } from '@/lib/protocol';
import type { Tool, ToolContext, ToolOutput } from './tool';

/** A fixed answer, or one that depends on the input. (A method type, so that tools fit in a container.) */
export type InputDecision<I> = boolean | { decide(input: I): boolean }['decide'];

/** What an author passes to `defineTool`: the contract, with everything optional that has a sensible default. */
export interface ToolDefinition<I> extends Partial<
  Pick<
    Tool<I, ToolOutput>,
    | 'title'
    | 'help'
    | 'output'
    | 'titleFor'
    | 'category'
    | 'tier'
    | 'source'
    | 'pack'
    | 'savedAt'
    | 'examples'
    | 'capabilities'
    | 'supportedProviders'
    | 'featureFlag'
    | 'autoApproved'
    | 'actsThroughCalls'
    | 'waitsForPerson'
    | 'alwaysActive'
    | 'supportsInputStreaming'
    | 'outputLimit'
    | 'deadlineFor'
    | 'runsBeside'
    | 'abortGrace'
    | 'recoveryHint'
    | 'refuse'
    | 'suggestRule'
    | 'ruleSubject'
    | 'delegatesTo'
    | 'preview'
  >
> {
  name: string;
  description: string;
  kind?: ToolKind;
  annotations?: Partial<Annotations>;
  /** Whether a call changes nothing. Default: whether the kind is `read`. Annotations do not count. */
  isReadOnly?: InputDecision<I>;
  /** Whether mode `auto` asks before a call. Default: no. */
  isDangerous?: InputDecision<I>;
  /** Fields of `I` that have another name in the schema, such as `{ runInBackground: 'run_in_background' }`. */
  codingKeys?: Readonly<Record<string, string>>;
  execute(input: I, context: ToolContext): Promise<ToolReturn> | ToolReturn;
}

/** What `execute` may return: text, a result, or only content, from which the text is made. */
export type ToolReturn = ToolOutput | (Partial<Exclude<ToolOutput, string>> & { content: readonly Content[] });

/** Thrown when a tool is defined incorrectly: an author's mistake, found on definition or registration. */
export class ToolDefinitionError extends Error {
  override name = 'ToolDefinitionError';
}
