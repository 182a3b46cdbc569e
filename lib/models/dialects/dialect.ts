import type { JsonSchema } from '@/lib/schema';

/** A tool as a prompt teaches it. An AG-UI tool fits. */
export interface PromptedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters?: JsonSchema;
}

/** A call read from text. Its arguments have the types of the tool's schema, if the text allows. */
export interface TextCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What one more piece of a stream made certain. */
export interface Reading {
  /** Text for people: everything that is not a call. */
  readonly text: string;
  readonly calls: readonly TextCall[];
  /** Things that looked like a call but are not, or that were left unfinished. Such calls are never run. */
  readonly warnings: readonly string[];
  /**
   * How many calls of the stream, from its first, turn out to be part of a thought, because a thought's closing tag came
   * without an opening one. They are not meant, so whoever runs calls must wait for the end of the stream.
   */
  readonly thought?: number;
}

export interface TextCallParser {
  /** Takes the next piece of a stream, which may be cut anywhere. */
  push(text: string): Reading;
  /** Returns what is left once the stream is over. A parser serves one stream. */
  end(): Reading;
}

/** A way of writing tool calls as text: how to teach it, parse it and answer in it. */
export interface Dialect {
  readonly name: string;
  /** The part of a system prompt that teaches the syntax and lists the tools. */
  teach(tools: readonly PromptedTool[]): string;
  createParser(tools?: readonly PromptedTool[]): TextCallParser;
  /** A call as a model writes it: for the lesson's example, and for earlier calls of the conversation. */
  formatCall(call: TextCall): string;
  /** A result as the model is told it, in a user message. */
  formatResult(call: Pick<TextCall, 'name'>, result: { readonly success: boolean; readonly text: string }): string;
}
