/** What the editor needs from its host. */
export interface EditorHost {
  write(text: string): void;
  /** The completions of the word before the cursor. */
  complete(line: string): string[];
  submit(line: string): void;
  interrupt(): void;
  endOfInput(): void;
}

// oxlint-disable-next-line no-control-regex
const PRINTABLE = /^[^\x00-\x1f\x7f]+/;

type Key = (editor: LineEditor) => void;

/** One line with a cursor, drawn after a prompt on a terminal: editing keys, history, completion. */
export class LineEditor {
  private line = '';
  private cursor = 0;
  private prompt = '';
  private historyAt: number;
  private draft = '';
  /** The beginning of an escape sequence that has only partly arrived. */
  private partial = '';

  constructor(
    private readonly host: EditorHost,
    readonly history: string[],
  ) {
    this.historyAt = history.length;
  }

  /** Shows the prompt and starts an empty line. */
  begin(prompt: string): void {
    this.prompt = prompt;
    this.set('');
    this.historyAt = this.history.length;
    this.host.write(prompt);
  }

  /** Takes typed or pasted characters until `stop` returns true; returns the rest. */
  type(text: string, stop: () => boolean): string {
    let left = this.partial + text;
    this.partial = '';
    while (left && !stop()) {
      // oxlint-disable-next-line no-control-regex
      const sequence = /^\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z]|[a-z\x7f])/.exec(left)?.[0];
      if (left.startsWith('\x1b') && !sequence && left.length < 8) {
        this.partial = left;
        return '';
      }
      // Pasted text is inserted at once: otherwise each character would be a write.
      const key = sequence ?? PRINTABLE.exec(left)?.[0] ?? left.charAt(0);
      left = left.slice(key.length);
      this.press(key);
    }
    return left;
  }

  private press(key: string): void {
    const action = KEYS.get(key);
    if (action) action(this);
    else if (!key.startsWith('\x1b') && key >= ' ') this.insert(key);
  }

  insert(text: string): void {
    const tail = this.line.slice(this.cursor);
    this.line = this.line.slice(0, this.cursor) + text + tail;
    this.cursor += text.length;
    if (tail) this.redraw();
    else this.host.write(text);
  }

  submit(): void {
    const { line } = this;
    this.host.write('\r\n');
    if (line.trim() && this.history.at(-1) !== line) this.history.push(line);
    this.set('');
    this.host.submit(line);
  }

  interrupt(): void {
    this.host.write('^C\r\n');
    this.set('');
    this.host.interrupt();
  }

  endOrDelete(): void {
    if (this.line) this.erase(this.cursor, this.cursor + 1);
    else this.host.endOfInput();
  }

  move(to: number): void {
    this.cursor = Math.max(0, Math.min(this.line.length, to));
    this.redraw();
  }

  moveBy(by: number): void {
    this.move(this.cursor + by);
  }

  moveToEnd(): void {
    this.move(this.line.length);
  }

  moveWord(direction: 1 | -1): void {
    this.move(
      direction < 0 ? this.wordStart() : this.cursor + (/^\W*\w*/.exec(this.line.slice(this.cursor))?.[0].length ?? 0),
    );
  }

  erase(from: number, to: number): void {
    this.line = this.line.slice(0, Math.max(from, 0)) + this.line.slice(to);
    this.cursor = Math.max(from, 0);
    this.redraw();
  }

  eraseBack(): void {
    if (this.cursor > 0) this.erase(this.cursor - 1, this.cursor);
  }

  eraseWord(): void {
    const start = this.line.slice(0, this.cursor).replace(/\S+\s*$/, '').length;
    this.erase(start, this.cursor);
  }

  eraseToStart(): void {
    this.erase(0, this.cursor);
  }

  eraseToEnd(): void {
    this.erase(this.cursor, this.line.length);
  }

  clearScreen(): void {
    this.host.write('\x1b[2J\x1b[H');
    this.redraw();
  }

  recall(by: 1 | -1): void {
    const to = this.historyAt + by;
    if (to < 0 || to > this.history.length) return;
    if (this.historyAt === this.history.length) this.draft = this.line;
    this.historyAt = to;
    this.set(this.history[to] ?? this.draft);
    this.redraw();
  }

  complete(): void {
    const before = this.line.slice(0, this.cursor);
    const words = this.host.complete(before);
    const word = /\S*$/.exec(before)?.[0] ?? '';
    const common = commonStart(words);
    if (common.length > word.length) {
      this.insert(common.slice(word.length));
      if (words.length === 1 && !common.endsWith('/')) this.insert(' ');
    } else if (words.length > 1) {
      this.host.write(`\r\n${words.map((path) => path.replace(/^.*\/(?=.)/, '')).join('  ')}\r\n`);
      this.redraw();
    }
  }

  private wordStart(): number {
    return this.line.slice(0, this.cursor).replace(/\w+\W*$/, '').length;
  }

  private set(line: string): void {
    this.line = line;
    this.cursor = line.length;
  }

  private redraw(): void {
    const back = this.line.length - this.cursor;
    this.host.write(`\r\x1b[K${this.prompt}${this.line}${back > 0 ? `\x1b[${back}D` : ''}`);
  }
}

const KEYS: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['\r', (editor) => editor.submit()],
  ['\n', (editor) => editor.submit()],
  ['\t', (editor) => editor.complete()],
  ['\x01', (editor) => editor.move(0)],
  ['\x1b[H', (editor) => editor.move(0)],
  ['\x1bOH', (editor) => editor.move(0)],
  ['\x02', (editor) => editor.moveBy(-1)],
  ['\x1b[D', (editor) => editor.moveBy(-1)],
  ['\x03', (editor) => editor.interrupt()],
  ['\x04', (editor) => editor.endOrDelete()],
  ['\x1b[3~', (editor) => editor.endOrDelete()],
  ['\x05', (editor) => editor.moveToEnd()],
  ['\x1b[F', (editor) => editor.moveToEnd()],
  ['\x1bOF', (editor) => editor.moveToEnd()],
  ['\x06', (editor) => editor.moveBy(1)],
  ['\x1b[C', (editor) => editor.moveBy(1)],
  ['\x7f', (editor) => editor.eraseBack()],
  ['\b', (editor) => editor.eraseBack()],
  ['\x0b', (editor) => editor.eraseToEnd()],
  ['\x0c', (editor) => editor.clearScreen()],
  ['\x0e', (editor) => editor.recall(1)],
  ['\x1b[B', (editor) => editor.recall(1)],
  ['\x10', (editor) => editor.recall(-1)],
  ['\x1b[A', (editor) => editor.recall(-1)],
  ['\x15', (editor) => editor.eraseToStart()],
  ['\x17', (editor) => editor.eraseWord()],
  ['\x1bb', (editor) => editor.moveWord(-1)],
  ['\x1bf', (editor) => editor.moveWord(1)],
  ['\x1b[1;5D', (editor) => editor.moveWord(-1)],
  ['\x1b[1;5C', (editor) => editor.moveWord(1)],
]);

function commonStart(words: readonly string[]): string {
  let common = words[0] ?? '';
  for (const word of words) while (!word.startsWith(common)) common = common.slice(0, -1);
  return common;
}
