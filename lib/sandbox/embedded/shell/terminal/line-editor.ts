import { HistorySearch } from './history-search';
import { LineDisplay } from './line-display';

/** What a word before the cursor can become: the words as they are typed, and as they are listed. */
export interface Completion {
  /** How many characters before the cursor they replace. */
  replaces: number;
  words: readonly string[];
  listed: readonly string[];
}

/** What the editor needs from its host. */
export interface EditorHost {
  write(text: string): void;
  complete(line: string): Completion;
  submit(line: string): void;
  interrupt(): void;
  endOfInput(): void;
}

// oxlint-disable-next-line no-control-regex
const PRINTABLE = /^[^\x00-\x1f\x7f]+/;
// oxlint-disable-next-line no-control-regex
const SEQUENCE = /^\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z]|[^[O])/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/g;
/** Around what is pasted, once the terminal was asked for it. */
const [PASTE, PASTE_END] = ['\x1b[200~', '\x1b[201~'];
const [MARK_PASTES, PASTES_AS_TYPED] = ['\x1b[?2004h', '\x1b[?2004l\r'];

type Key = (editor: LineEditor) => void;

/** One line with a cursor, drawn after a prompt on a terminal: editing keys, history, completion. */
export class LineEditor {
  readonly display: LineDisplay;
  private line = '';
  private cursor = 0;
  private prompt = '';
  private historyAt: number;
  private draft = '';
  /** The beginning of an escape sequence or a pasted text that has only partly arrived. */
  private partial = '';
  /** What was cut last: keys that cut one after the other add to it. */
  private cut = '';
  private cutting = false;
  private cutBefore = false;
  private search: HistorySearch | undefined;
  private lastQuery = '';
  /** The last argument that Alt-. has just inserted, and how far back in the history it came from. */
  private argument: { text: string; back: number } | undefined;

  constructor(
    private readonly host: EditorHost,
    readonly history: readonly string[],
  ) {
    this.display = new LineDisplay((text) => host.write(text));
    this.historyAt = history.length;
  }

  /** Shows the prompt and starts an empty line. */
  begin(prompt: string): void {
    this.prompt = prompt;
    this.set('');
    this.historyAt = this.history.length;
    this.host.write(MARK_PASTES);
    this.display.begin(prompt);
  }

  /** Takes typed or pasted characters until `stop` returns true; returns the rest. */
  type(text: string, stop: () => boolean): string {
    // Ctrl-C ends what has only partly arrived, too.
    let left = text.startsWith('\x03') ? text : this.partial + text;
    this.partial = '';
    while (left && !stop()) {
      // A pasted text that has such an end in it, or other controls, must not run or hide what it holds.
      const pasted = left.startsWith(PASTE) ? left.lastIndexOf(PASTE_END) : -1;
      const sequence = SEQUENCE.exec(left)?.[0];
      if (pasted >= 0) {
        this.acceptSearch();
        this.insert(left.slice(PASTE.length, pasted).replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, ''));
        left = left.slice(pasted + PASTE_END.length);
        continue;
      }
      if (left.startsWith(PASTE) || (left.startsWith('\x1b') && !sequence && left.length < 8)) {
        this.partial = left;
        return '';
      }
      // Text without bracketed paste is inserted at once, too: otherwise each character would be a write.
      const key = sequence ?? PRINTABLE.exec(left)?.[0] ?? left.charAt(0);
      left = left.slice(key.length);
      this.press(key);
    }
    return left;
  }

  private press(key: string): void {
    if (this.search && this.searched(this.search, key)) return;
    const action = KEYS.get(key);
    this.cutBefore = this.cutting;
    this.cutting = false;
    if (key !== LAST_ARGUMENT) this.argument = undefined;
    if (action) action(this);
    else if (!key.startsWith('\x1b') && key >= ' ') this.insert(key);
  }

  insert(text: string): void {
    const tail = this.line.slice(this.cursor);
    const before = this.prompt + this.line;
    this.line = this.line.slice(0, this.cursor) + text + tail;
    this.cursor += text.length;
    if (tail) this.redraw();
    else this.display.append(before, text);
  }

  submit(): void {
    const { line } = this;
    this.leave();
    this.host.submit(line);
  }

  interrupt(): void {
    this.leave('^C');
    this.host.interrupt();
  }

  /** Goes to a row of its own below the line. */
  private leave(mark = ''): void {
    if (this.cursor < this.line.length) this.move(this.line.length);
    this.host.write(`${mark}\r\n${PASTES_AS_TYPED}`);
    this.set('');
  }

  endOrDelete(): void {
    if (this.line) this.deleteNext();
    else this.host.endOfInput();
  }

  deleteNext(): void {
    this.replace(this.cursor, this.after(), '');
  }

  move(to: number): void {
    this.cursor = Math.max(0, Math.min(this.line.length, to));
    this.redraw();
  }

  moveBack(): void {
    this.move(this.before());
  }

  moveOn(): void {
    this.move(this.after());
  }

  moveToEnd(): void {
    this.move(this.line.length);
  }

  moveWord(direction: 1 | -1): void {
    this.move(direction < 0 ? this.wordStart() : this.wordEnd());
  }

  eraseBack(): void {
    if (this.cursor > 0) this.replace(this.before(), this.cursor, '');
  }

  cutWord(direction: 1 | -1): void {
    if (direction < 0) this.cutOut(this.wordStart(), this.cursor);
    else this.cutOut(this.cursor, this.wordEnd());
  }

  /** Cuts back to the last blank. */
  cutToBlank(): void {
    this.cutOut(this.line.slice(0, this.cursor).replace(/\S+\s*$/, '').length, this.cursor);
  }

  cutToStart(): void {
    this.cutOut(0, this.cursor);
  }

  cutToEnd(): void {
    this.cutOut(this.cursor, this.line.length);
  }

  /** Inserts what was cut last. */
  yank(): void {
    this.insert(this.cut);
  }

  /** Swaps the characters before and under the cursor; at the end, the last two. */
  swap(): void {
    if (this.cursor === this.line.length) this.cursor = this.before();
    const [from, to] = [this.before(), this.after()];
    if (from === this.cursor || to === this.cursor) return this.redraw();
    this.replace(from, to, this.line.slice(this.cursor, to) + this.line.slice(from, this.cursor));
  }

  /** Changes the word after the cursor. */
  changeWord(change: (word: string) => string): void {
    const end = this.wordEnd();
    this.replace(this.cursor, end, change(this.line.slice(this.cursor, end)));
  }

  /** Inserts the last argument of the line before; when repeated, that of the one before it instead. */
  insertArgument(): void {
    const { text = '', back = 0 } = this.argument ?? {};
    const line = this.history.at(-1 - back);
    if (line === undefined) return;
    const next = /\S+$/.exec(line.trimEnd())?.[0] ?? '';
    this.replace(this.cursor - text.length, this.cursor, next);
    this.argument = { text: next, back: back + 1 };
  }

  clearScreen(): void {
    this.host.write('\x1b[2J\x1b[H');
    this.display.begin('');
    this.redraw();
  }

  recall(by: number): void {
    const to = Math.max(0, Math.min(this.history.length, this.historyAt + by));
    if (to === this.historyAt) return;
    if (this.historyAt === this.history.length) this.draft = this.line;
    this.historyAt = to;
    this.set(this.history[to] ?? this.draft);
    this.redraw();
  }

  beginSearch(step: 1 | -1): void {
    this.search = new HistorySearch(this.history, this.line, this.cursor);
    if (step > 0) this.search.next(step, '');
    this.redraw();
  }

  complete(): void {
    const { replaces, words, listed } = this.host.complete(this.line.slice(0, this.cursor));
    const common = commonStart(words);
    if (common.length > replaces || words.length === 1) this.replace(this.cursor - replaces, this.cursor, common);
    else if (words.length > 1) {
      this.host.write(`\r\n${listed.join('  ')}\r\n`);
      this.display.begin('');
      this.redraw();
    }
  }

  /** Handles a key of the search; false if it ends the search and has its usual meaning. */
  private searched(search: HistorySearch, key: string): boolean {
    if (key === '\x12' || key === '\x13') search.next(key === '\x12' ? -1 : 1, this.lastQuery);
    else if (key === '\x7f' || key === '\b') search.shorten();
    else if (key === '\x07') {
      this.set(search.before, search.cursorBefore);
      this.search = undefined;
    } else if (PRINTABLE.test(key)) search.add(key);
    else {
      this.acceptSearch();
      return false;
    }
    this.redraw();
    return true;
  }

  private acceptSearch(): void {
    if (!this.search) return;
    const { line, cursor, query } = this.search;
    if (query !== '') this.lastQuery = query;
    this.search = undefined;
    this.set(line, cursor);
    this.redraw();
  }

  private replace(from: number, to: number, text: string): void {
    this.line = this.line.slice(0, from) + text + this.line.slice(to);
    this.cursor = from + text.length;
    this.redraw();
  }

  private cutOut(from: number, to: number): void {
    const text = this.line.slice(from, to);
    const more = this.cutBefore ? this.cut : '';
    this.cut = from < this.cursor ? text + more : more + text;
    this.cutting = true;
    this.replace(from, to, '');
  }

  /** Where the character before the cursor begins, with the marks that combine with it. */
  private before(): number {
    return this.cursor - (/\P{M}?\p{M}*$/u.exec(this.line.slice(0, this.cursor))?.[0].length ?? 0);
  }

  private after(): number {
    return this.cursor + (/^[\s\S]\p{M}*/u.exec(this.line.slice(this.cursor))?.[0].length ?? 0);
  }

  private wordStart(): number {
    return this.line.slice(0, this.cursor).replace(/[\p{L}\p{N}_]+[^\p{L}\p{N}_]*$/u, '').length;
  }

  private wordEnd(): number {
    return this.cursor + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(this.line.slice(this.cursor))?.[0].length ?? 0);
  }

  private set(line: string, cursor = line.length): void {
    this.line = line;
    this.cursor = cursor;
  }

  private redraw(): void {
    if (this.search) this.display.show(this.search.prompt, this.search.line, this.search.cursor);
    else this.display.show(this.prompt, this.line, this.cursor);
  }
}

const LAST_ARGUMENT = '\x1b.';

const KEYS: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['\r', (editor) => editor.submit()],
  ['\n', (editor) => editor.submit()],
  ['\t', (editor) => editor.complete()],
  ['\x01', (editor) => editor.move(0)],
  ['\x1b[H', (editor) => editor.move(0)],
  ['\x1b[1~', (editor) => editor.move(0)],
  ['\x1bOH', (editor) => editor.move(0)],
  ['\x02', (editor) => editor.moveBack()],
  ['\x1b[D', (editor) => editor.moveBack()],
  ['\x03', (editor) => editor.interrupt()],
  ['\x04', (editor) => editor.endOrDelete()],
  ['\x1b[3~', (editor) => editor.deleteNext()],
  ['\x05', (editor) => editor.moveToEnd()],
  ['\x1b[F', (editor) => editor.moveToEnd()],
  ['\x1b[4~', (editor) => editor.moveToEnd()],
  ['\x1bOF', (editor) => editor.moveToEnd()],
  ['\x06', (editor) => editor.moveOn()],
  ['\x1b[C', (editor) => editor.moveOn()],
  ['\x7f', (editor) => editor.eraseBack()],
  ['\b', (editor) => editor.eraseBack()],
  ['\x0b', (editor) => editor.cutToEnd()],
  ['\x0c', (editor) => editor.clearScreen()],
  ['\x0e', (editor) => editor.recall(1)],
  ['\x1b[B', (editor) => editor.recall(1)],
  ['\x10', (editor) => editor.recall(-1)],
  ['\x1b[A', (editor) => editor.recall(-1)],
  ['\x1b<', (editor) => editor.recall(-Infinity)],
  ['\x1b>', (editor) => editor.recall(Infinity)],
  ['\x12', (editor) => editor.beginSearch(-1)],
  ['\x13', (editor) => editor.beginSearch(1)],
  ['\x14', (editor) => editor.swap()],
  ['\x15', (editor) => editor.cutToStart()],
  ['\x17', (editor) => editor.cutToBlank()],
  ['\x19', (editor) => editor.yank()],
  ['\x1bb', (editor) => editor.moveWord(-1)],
  ['\x1bf', (editor) => editor.moveWord(1)],
  ['\x1b[1;5D', (editor) => editor.moveWord(-1)],
  ['\x1b[1;5C', (editor) => editor.moveWord(1)],
  ['\x1bd', (editor) => editor.cutWord(1)],
  ['\x1b\x7f', (editor) => editor.cutWord(-1)],
  ['\x1b\b', (editor) => editor.cutWord(-1)],
  ['\x1bu', (editor) => editor.changeWord((word) => word.toUpperCase())],
  ['\x1bl', (editor) => editor.changeWord((word) => word.toLowerCase())],
  [
    '\x1bc',
    (editor) =>
      editor.changeWord((word) => word.toLowerCase().replace(/[\p{L}\p{N}]/u, (letter) => letter.toUpperCase())),
  ],
  [LAST_ARGUMENT, (editor) => editor.insertArgument()],
]);

function commonStart(words: readonly string[]): string {
  let common = words[0] ?? '';
  for (const word of words) while (!word.startsWith(common)) common = common.slice(0, -1);
  return common;
}
