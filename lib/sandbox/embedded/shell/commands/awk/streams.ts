import { makePipe } from '../../io/open-file';
import { CommandFailure, type CommandContext } from '../context';
import { Input } from '../input';
import { bytesOfLatin1 } from '../latin1';
import { Output } from '../output';
import { Records } from './records';

interface Writer {
  output: ByteWriter;
  /** Closes it and returns its exit code. */
  close(): Promise<number>;
}

/** Writes text with one character per byte. */
export class ByteWriter {
  constructor(private readonly output: Output) {}

  get full(): boolean {
    return this.output.full;
  }

  write(text: string): void {
    this.output.write(isAscii(text) ? text : bytesOfLatin1(text));
  }

  flush(): Promise<void> {
    return this.output.flush();
  }

  close(): Promise<void> {
    return this.output.close();
  }
}

// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text);

/** The files and programs that a program reads and writes besides its main input and output, by name. */
export class Streams {
  private readonly readers = new Map<string, { records: Records; ended: Promise<number> }>();
  private readonly writers = new Map<string, Writer>();

  constructor(
    private readonly context: CommandContext,
    private readonly out: ByteWriter,
    private readonly err: ByteWriter,
  ) {}

  async write(text: string, to: '>' | '>>' | '|', name: string): Promise<void> {
    const writer = this.writers.get(name) ?? this.open(name, to);
    writer.output.write(text);
    if (writer.output.full || writer.output === this.err) await writer.output.flush();
  }

  /** A reader for a file or command; undefined if it cannot be opened. */
  reader(from: 'file' | 'command', name: string): Promise<Records | undefined> | Records | undefined {
    const known = this.readers.get(name);
    if (known) return known.records;
    return from === 'file' ? this.readFile(name) : this.readProgram(name);
  }

  /** The exit code of a program, 0 for a file, -1 if nothing of that name is open. */
  async close(name: string): Promise<number> {
    const reader = this.readers.get(name);
    const writer = this.writers.get(name);
    if (reader) {
      this.readers.delete(name);
      reader.records.close();
      return reader.ended;
    }
    if (!writer) return -1;
    this.writers.delete(name);
    return writer.close();
  }

  async flush(): Promise<void> {
    await this.out.flush();
    for (const { output } of this.writers.values()) await output.flush();
  }

  /** Runs a shell command line to its end. */
  async system(line: string): Promise<number> {
    await this.flush();
    return this.context.run(['/bin/sh', '-c', line]);
  }

  async closeAll(): Promise<void> {
    for (const name of [...this.writers.keys(), ...this.readers.keys()]) await this.close(name);
  }

  private open(name: string, to: '>' | '>>' | '|'): Writer {
    const writer = to === '|' ? this.writeProgram(name) : this.writeFile(name, to === '>>');
    this.writers.set(name, writer);
    return writer;
  }

  private writeFile(name: string, append: boolean): Writer {
    const standard = name === '-' || name === '/dev/stdout' ? this.out : name === '/dev/stderr' ? this.err : undefined;
    const flushed = async (): Promise<number> => {
      await standard?.flush();
      return 0;
    };
    if (standard) return { output: standard, close: flushed };
    try {
      const output = new ByteWriter(this.context.create(name, append));
      return { output, close: () => output.close().then(() => 0) };
    } catch (error) {
      throw opening(error, name);
    }
  }

  private writeProgram(line: string): Writer {
    const { reader, writer } = makePipe();
    const output = new ByteWriter(new Output(writer.retain(), this.context.task));
    const ended = this.start(line, 0, reader);
    return {
      output,
      async close() {
        await output.close();
        return ended;
      },
    };
  }

  private readFile(name: string): Records | undefined {
    try {
      const records = new Records(this.context.open(name === '/dev/stdin' ? '-' : name));
      this.readers.set(name, { records, ended: Promise.resolve(0) });
      return records;
    } catch (error) {
      if (error instanceof CommandFailure) return undefined;
      throw error;
    }
  }

  private async readProgram(line: string): Promise<Records> {
    await this.flush();
    const { reader, writer } = makePipe();
    reader.retain();
    const records = new Records(new Input(reader, this.context.task), () => reader.release());
    this.readers.set(line, { records, ended: this.start(line, 1, writer) });
    return records;
  }

  private start(line: string, fd: 0 | 1, file: ReturnType<typeof makePipe>['reader']): Promise<number> {
    const fds = this.context.fds.clone();
    fds.set(fd, file);
    return this.context.run(['/bin/sh', '-c', line], { fds }).finally(() => fds.closeAll());
  }
}

/** The error for a file that cannot be opened, in mawk's words. */
export function opening(error: unknown, name: string): CommandFailure {
  const reason = error instanceof CommandFailure ? error.message.replace(/^.*: /s, '') : 'No such file or directory';
  return new CommandFailure(`cannot open ${name} (${reason})`, 2);
}
