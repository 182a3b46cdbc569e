import { decodeUtf8 } from '../../store/bytes';
import type { GitIo } from '../setup/git-io';

/** The answers to a command's questions: standard input, line by line. */
export class PromptAnswers {
  private lines: string[] | undefined;
  constructor(private readonly io: Pick<GitIo, 'input' | 'nextInput' | 'tty'>) {}

  /** Undefined at the end of the input. */
  async next(): Promise<string | undefined> {
    if (this.io.nextInput && this.io.tty?.includes(0)) {
      const line = decodeUtf8(await this.io.nextInput());
      return line === '' ? undefined : line.replace(/\n$/, '');
    }
    const text = this.lines === undefined ? decodeUtf8(await this.io.input()) : '';
    this.lines ??= text === '' ? [] : text.replace(/\n$/, '').split('\n');
    return this.lines.shift();
  }
}
