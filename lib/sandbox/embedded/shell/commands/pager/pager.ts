import { messageOf } from '@/lib/protocol/message-of';
import type { Terminal } from '../../language/shell';
import type { Output } from '../output';
import type { Keyboard } from './keyboard';
import { pagerActionOf, type PagerAction } from './keys';
import type { PagedText } from './paged-text';
import type { PagerSettings } from './settings';
import { PagerView } from './view';
import { posixRegExp } from '../../../../regexp/posix-regexp';

/** A file that is paged; standard input has no name. */
export interface PagedFile {
  readonly name: string;
  readonly text: PagedText;
}

const HELP = 'q quits, space and b turn pages, j k move by lines, g G to the ends, /text and n N search';

/** Shows texts a screen at a time, as the keys ask. */
export class Pager {
  private view: PagerView;
  private pattern: RegExp | undefined;
  private direction: 1 | -1 = 1;
  private message = '';
  private count = '';
  /** Whether nothing was typed since the file was opened. */
  private fresh = true;

  constructor(
    private readonly out: Output,
    private readonly terminal: Terminal,
    private readonly keyboard: Keyboard,
    private readonly files: readonly PagedFile[],
    private readonly settings: PagerSettings,
    private file: PagedFile,
  ) {
    this.view = this.viewOf(file);
  }

  async run(): Promise<void> {
    const { copiesShort, restores, first } = this.settings;
    if (copiesShort && this.files.length === 1 && (await this.view.atEnd())) return this.copy();
    if (restores) this.out.write('\x1b[?1049h');
    try {
      for (const command of first) await this.begin(command);
      await this.answerKeys();
    } finally {
      this.out.write(restores ? '\x1b[?1049l' : '\r\x1b[K');
      await this.out.flush();
    }
  }

  /** The rows above the prompt. */
  private get height(): number {
    return Math.max(1, this.terminal.rows - 1);
  }

  private async answerKeys(): Promise<void> {
    for (;;) {
      const ended = await this.view.atEnd();
      await this.draw(this.prompt(ended));
      const key = await this.keyboard.next();
      this.fresh = false;
      if (this.message !== '') {
        this.message = '';
        if (key === '\r') continue;
      }
      const leaves = ended && this.settings.quitsAtEnd && pagerActionOf(key ?? '')?.startsWith('forward');
      if (key === undefined || leaves || (await this.press(key)) === 'quit') return;
    }
  }

  private viewOf({ text }: PagedFile): PagerView {
    const { numbered, chop, colours } = this.settings;
    return new PagerView(
      text,
      () => this.height,
      () => ({ columns: this.terminal.cols, chop, colours, marked: this.pattern }),
      numbered,
    );
  }

  private async copy(): Promise<void> {
    const rows = await this.view.shown();
    this.out.write(rows.map((row) => `${row}\n`).join(''));
    await this.out.flush();
  }

  /** What `+command` asks for. */
  private async begin(command: string): Promise<void> {
    if (!command.startsWith('/')) for (const key of command) await this.press(key);
    else {
      this.pattern = this.compiled(command.slice(1));
      await this.find(1, 0);
    }
  }

  private async press(key: string): Promise<'quit' | undefined> {
    if (/^\d$/.test(key)) {
      this.count += key;
      return undefined;
    }
    const count = this.count === '' ? undefined : Number(this.count);
    this.count = '';
    const action = pagerActionOf(key);
    if (action === 'quit') return 'quit';
    if (action === 'colon') return this.colon();
    if (action) await this.act(action, count);
    return undefined;
  }

  private async act(action: Exclude<PagerAction, 'quit' | 'colon'>, count: number | undefined): Promise<void> {
    const { view } = this;
    const page = this.height;
    switch (action) {
      case 'forward page':
        return view.scroll(count ?? page);
      case 'back page':
        return view.scroll(-(count ?? page));
      case 'forward half':
        return view.scroll(count ?? Math.ceil(page / 2));
      case 'back half':
        return view.scroll(-(count ?? Math.ceil(page / 2)));
      case 'forward line':
        return view.scroll(count ?? 1);
      case 'back line':
        return view.scroll(-(count ?? 1));
      case 'start':
        return view.go((count ?? 1) - 1);
      case 'end':
        return count === undefined ? view.goToEnd() : view.go(count - 1);
      case 'search forward':
        return this.ask('/', 1);
      case 'search back':
        return this.ask('?', -1);
      case 'search again':
        return this.find(this.direction);
      case 'search against':
        return this.find(this.direction === 1 ? -1 : 1);
      case 'place':
        this.message = `${this.file.name} lines ${view.line + 1}-${(await view.lastLine()) + 1}/${await view.text.count()}`;
        return undefined;
      case 'help':
        this.message = HELP;
        return undefined;
    }
  }

  private async ask(sign: string, direction: 1 | -1): Promise<void> {
    const text = await this.keyboard.line((typed) => this.draw(sign + typed));
    if (text === undefined) return;
    this.direction = direction;
    if (text !== '') this.pattern = this.compiled(text);
    await this.find(direction);
  }

  private compiled(text: string): RegExp | undefined {
    try {
      const ignores = this.settings.ignoreCase && text === text.toLowerCase();
      return posixRegExp(text, ignores ? 'gi' : 'g');
    } catch (error) {
      this.message = messageOf(error);
      return undefined;
    }
  }

  /** Goes to the next line that matches, from a line of the screen on. */
  private async find(step: 1 | -1, from = this.view.line + step): Promise<void> {
    if (!this.pattern) {
      this.message ||= 'No previous regular expression';
      return;
    }
    const found = await this.view.text.find(this.pattern, from, step);
    if (found === undefined) this.message = 'Pattern not found';
    else await this.view.go(found);
  }

  /** `:n` and `:p` go to another file, `:q` ends. */
  private async colon(): Promise<'quit' | undefined> {
    await this.draw(':');
    const key = await this.keyboard.next();
    if (key === undefined || key === 'q') return 'quit';
    const step = { n: 1, p: -1, x: -Infinity }[key];
    if (step === undefined) return undefined;
    const next = this.files[step === -Infinity ? 0 : this.files.indexOf(this.file) + step];
    if (next) this.open(next);
    else this.message = `No ${step > 0 ? 'next' : 'previous'} file`;
    return undefined;
  }

  private open(file: PagedFile): void {
    this.file = file;
    this.view = this.viewOf(file);
    this.fresh = true;
  }

  private prompt(ended: boolean): string {
    const { name } = this.file;
    if (this.message !== '') return reversed(`${this.message}  (press RETURN)`);
    if (this.count !== '') return `:${this.count}`;
    const place = this.files.length > 1 ? ` (file ${this.files.indexOf(this.file) + 1} of ${this.files.length})` : '';
    const words = [...(this.fresh && name !== '' ? [name + place] : []), ...(ended ? ['(END)'] : [])];
    return words.length > 0 ? reversed(words.join(' ')) : ':';
  }

  private async draw(prompt: string): Promise<void> {
    const shown = await this.view.shown();
    const rows = Array.from({ length: this.height }, (_, index) => shown[index] ?? '~');
    this.out.write(`\x1b[H${rows.map((row) => `${row}\x1b[K\r\n`).join('')}${prompt}\x1b[K`);
    await this.out.flush();
  }
}

const reversed = (text: string): string => `\x1b[7m${text}\x1b[27m`;
