import type { JsonSchema } from '@/lib/schema';

/** A tool as a prompt teaches it. An AG-UI tool is one. */
export interface PromptedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters?: JsonSchema;
}

/** A call read from text. Its arguments have the types the tool's schema asks for, where the text allows. */
export interface TextCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What became certain with one more piece of a stream. */
export interface Reading {
  /** Text for people: everything that is no call. */
  readonly text: string;
  readonly calls: readonly TextCall[];
  /** What looked like a call and is none, or is one that was not finished. Such a call is never run. */
  readonly warnings: readonly string[];
  /**
   * How many calls of the stream, from its first, turn out to stand in a thought, as what ends one came without what begins it.
   * They are not meant: who runs calls waits for the end of the stream.
   */
  readonly thought?: number;
}

export interface TextCallParser {
  /** Takes the next piece of a stream, cut anywhere. */
  push(text: string): Reading;
  /** Says what is left once the stream is over. A parser is used for one stream. */
  end(): Reading;
}

/** A way of writing tool calls as text: how to teach it, to read it, and to answer in it. */
export interface Dialect {
  readonly name: string;
  /** The part of a system prompt that teaches the syntax and lists the tools. */
  teach(tools: readonly PromptedTool[]): string;
  createParser(tools?: readonly PromptedTool[]): TextCallParser;
  /** A call as a model writes it: in the lesson's example, and where a conversation is told again. */
  formatCall(call: TextCall): string;
  /** A result as a model is told it, in a user message. */
  formatResult(call: Pick<TextCall, 'name'>, result: { readonly success: boolean; readonly text: string }): string;
}
