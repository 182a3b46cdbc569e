import type { Addresses } from './addresses';
import type { CommandText } from './command-text';
import type { Editing } from './editing';

/** A command of `ed`: its letter, the addresses before it and the text after it. */
export interface EdCall {
  readonly editing: Editing;
  readonly letter: string;
  readonly addresses: Addresses;
  readonly text: CommandText;
}

/** Throws `EdFailure`. */
export type EdCommand = (call: EdCall) => void | Promise<void>;

/** The lines of a command that is for the current line by default. */
export const linesHere = ({ editing, addresses }: EdCall): [number, number] =>
  editing.lines(addresses, editing.buffer.current);

/** The lines of a command that is for all of them by default. */
export const linesAll = ({ editing, addresses }: EdCall): [number, number] =>
  editing.lines(addresses, Math.min(1, editing.buffer.last), editing.buffer.last);
