import type { Paint } from '../terminal/color';

export interface GraphEntry {
  readonly oid: string;
  /** Shown in place of `*`: `<`, `>`, `=`, `+`. */
  readonly mark?: string;
  /** Only the parents that are shown. */
  readonly parents: readonly string[];
  /** The text of the commit; without a final line end if `ended` says that one follows. */
  readonly message: string;
  /** Its changes, shown below the message. */
  readonly changes: string;
  /** Whether a line end separates it from the one before. */
  readonly apart: boolean;
  readonly ended: boolean;
}

const COLORS: readonly string[] = [
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'bold red',
  'bold green',
  'bold yellow',
  'bold blue',
  'bold magenta',
  'bold cyan',
];

/** The colour of a column. */
export const columnColor = (at: number): string => COLORS[at % COLORS.length] ?? 'red';

/** A line that leads down to a commit. */
interface Column {
  readonly oid: string;
  readonly color: number;
}

type State = 'padding' | 'pre-commit' | 'commit' | 'post-merge' | 'collapsing';

/** Draws commits with lines to their parents left of their texts, like git's graph.c. */
export function drawGraph(entries: readonly GraphEntry[], paint: Paint, colored: boolean): string {
  const graph = new Graph(paint, colored);
  return entries.map((entry) => graph.entry(entry)).join('');
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

class Graph {
  private state: State = 'padding';
  private previous: State = 'padding';
  private commit = '';
  private mark = '*';
  private parents: readonly string[] = [];
  private expansionRow = 0;
  private commitIndex = 0;
  private previousIndex = 0;
  /** 0 if the first parent is left of a merge, 1 if not, -1 while unknown. */
  private layout = 0;
  private edgesAdded = 0;
  private previousEdges = 0;
  private width = 0;
  private columns: Column[] = [];
  private below: Column[] = [];
  /** For each position in a row, the column below that its line leads to; -1 for none. */
  private mapping: number[] = [];
  private oldMapping: number[] = [];
  private lastColor = COLORS.length - 1;
  /** Whether the last text did not end with a line end. */
  private isLineOpen = false;

  constructor(
    private readonly paint: Paint,
    private readonly colored: boolean,
  ) {}

  /** Draws an entry. If its text does not end its line, a line end comes before the graph's remaining lines. */
  entry({ oid, parents, message, changes, apart, ended, mark }: GraphEntry): string {
    this.update(oid, parents, mark);
    let out = apart ? `${this.isLineOpen ? '' : this.padding()}\n` : '';
    for (let isCommit = false; !isCommit;) {
      isCommit = this.state === 'commit';
      out += this.next() + (isCommit ? '' : '\n');
    }
    this.isLineOpen = !message.endsWith('\n');
    out += message.replaceAll(/\n(?=[^])/g, () => `\n${this.next()}`);
    const left: string[] = [];
    while (!this.isDone()) left.push(this.next());
    if (left.length > 0) {
      out += this.isLineOpen ? `\n${left.join('\n')}` : `${left.join('\n')}\n`;
    }
    if (ended) out += `${this.isLineOpen ? '' : this.padding()}\n`;
    if (changes === '') return out;
    const isEnded = out.endsWith('\n');
    this.isLineOpen = false;
    for (const line of linesOf(isEnded ? changes : changes.replace(/^\n/, ''))) {
      if (!out.endsWith('\n')) out += '\n';
      out += `${this.padding()}${line}\n`;
    }
    return out;
  }

  private isDone(): boolean {
    return this.state === 'padding';
  }

  private update(oid: string, parents: readonly string[], mark = '*'): void {
    this.commit = oid;
    this.mark = mark;
    this.parents = parents;
    this.previousIndex = this.commitIndex;
    this.updateColumns();
    this.expansionRow = 0;
    this.state = this.needsRoom() ? 'pre-commit' : 'commit';
  }

  private updateColumns(): void {
    this.columns = this.below;
    this.below = [];
    this.mapping = Array<number>(2 * (this.columns.length + this.parents.length)).fill(-1);
    this.width = 0;
    this.previousEdges = this.edgesAdded;
    this.edgesAdded = 0;
    let seen = false;
    for (let at = 0; at <= this.columns.length; at += 1) {
      const column = this.columns[at];
      if (!column && seen) break;
      if (column && column.oid !== this.commit) {
        this.insert(column.oid, -1);
        continue;
      }
      seen = true;
      this.commitIndex = at;
      this.layout = -1;
      for (const parent of this.parents) {
        if (this.parents.length > 1 || !column) this.lastColor = (this.lastColor + 1) % COLORS.length;
        this.insert(parent, at);
      }
      if (this.parents.length === 0) this.width += 2;
    }
    while (this.mapping.length > 1 && (this.mapping.at(-1) ?? -1) < 0) this.mapping.pop();
  }

  private insert(oid: string, index: number): void {
    let at = this.below.findIndex((column) => column.oid === oid);
    if (at < 0) {
      const color = this.columns.find((column) => column.oid === oid)?.color ?? this.lastColor;
      at = this.below.push({ oid, color }) - 1;
    }
    let place = this.width;
    if (this.parents.length > 1 && index >= 0 && this.layout === -1) {
      const distance = index - at;
      const shift = distance > 1 ? 2 * distance - 3 : 1;
      this.layout = distance > 0 ? 0 : 1;
      this.edgesAdded = this.parents.length + this.layout - 2;
      place = this.width + (this.layout - 1) * shift;
      this.width += 2 * this.layout;
    } else if (this.edgesAdded > 0 && at === this.mapping[this.width - 2]) {
      // Both edges join at once.
      place = this.width - 2;
      this.edgesAdded = -1;
    } else this.width += 2;
    this.mapping[place] = at;
  }

  private get dashed(): number {
    return this.parents.length + this.layout - 3;
  }

  private needsRoom(): boolean {
    return (
      this.parents.length >= 3 && this.commitIndex < this.columns.length - 1 && this.expansionRow < this.dashed * 2
    );
  }

  private go(state: State): void {
    this.previous = this.state;
    this.state = state;
  }

  private settle(): void {
    const isRight = this.mapping.every((target, at) => target < 0 || target === Math.floor(at / 2));
    this.go(isRight ? 'padding' : 'collapsing');
  }

  private next(): string {
    const row = new Row(this.paint, this.colored);
    if (this.state === 'padding') for (const column of this.below) row.put('|', column).put(' ');
    else if (this.state === 'pre-commit') this.roomRow(row);
    else if (this.state === 'commit') this.commitRow(row);
    else if (this.state === 'post-merge') this.mergeRow(row);
    else this.collapsingRow(row);
    return row.padded(this.width);
  }

  /** The lines of the graph beside text that has no row of its own. */
  private padding(): string {
    if (this.state !== 'commit') return this.next();
    const row = new Row(this.paint, this.colored);
    for (const column of this.columns) {
      row.put('|', column);
      const wide = column.oid === this.commit && this.parents.length > 2;
      row.put(' '.repeat(wide ? (this.parents.length - 2) * 2 : 1));
    }
    this.previous = 'padding';
    return row.padded(this.width);
  }

  private roomRow(row: Row): void {
    let seen = false;
    for (const [at, column] of this.columns.entries()) {
      if (column.oid === this.commit) {
        seen = true;
        row.put('|', column).put(' '.repeat(this.expansionRow));
      } else if (seen && this.expansionRow === 0) {
        row.put(this.previous === 'post-merge' && this.previousIndex < at ? '\\' : '|', column);
      } else row.put(seen ? '\\' : '|', column);
      row.put(' ');
    }
    this.expansionRow += 1;
    if (!this.needsRoom()) this.go('commit');
  }

  private commitRow(row: Row): void {
    let seen = false;
    for (let at = 0; at <= this.columns.length; at += 1) {
      const column = this.columns[at];
      if (!column && seen) break;
      if (!column || column.oid === this.commit) {
        seen = true;
        row.put(this.mark);
        for (let dash = 0; dash < this.dashed; dash += 1) {
          const parent = this.below[this.mapping[(this.commitIndex + dash + 2) * 2] ?? -1];
          row.put('-', parent).put(dash === this.dashed - 1 ? '.' : '-', parent);
        }
      } else row.put(this.besideCommit(at, seen), column);
      row.put(' ');
    }
    if (this.parents.length > 1) this.go('post-merge');
    else this.settle();
  }

  private besideCommit(at: number, seen: boolean): string {
    if (seen && this.edgesAdded > 1) return '\\';
    if (seen && this.edgesAdded === 1)
      return this.previous === 'post-merge' && this.previousEdges > 0 && this.previousIndex < at ? '\\' : '|';
    const came = this.previous === 'collapsing' && this.oldMapping[2 * at + 1] === at;
    return came && (this.mapping[2 * at] ?? -1) < at ? '/' : '|';
  }

  private mergeRow(row: Row): void {
    let seen = false;
    let toParent: Column | undefined;
    for (let at = 0; at <= this.columns.length; at += 1) {
      const column = this.columns[at];
      if (!column && seen) break;
      if (!column || column.oid === this.commit) {
        seen = true;
        this.mergeEdges(row);
      } else if (seen) row.put(this.edgesAdded > 0 ? '\\' : '|', column).put(' ');
      else {
        row.put('|', column);
        if (this.layout !== 0 || at !== this.commitIndex - 1) row.put(toParent ? '_' : ' ', toParent);
      }
      if (column && column.oid === this.parents[0]) toParent = column;
    }
    this.settle();
  }

  private mergeEdges(row: Row): void {
    let shape = this.layout;
    for (const [at, parent] of this.parents.entries()) {
      row.put(
        ['/', '|', '\\'][shape] ?? '\\',
        this.below.find((column) => column.oid === parent),
      );
      if (shape < 2) shape += 1;
      else if (this.edgesAdded > 0 || at < this.parents.length - 1) row.put(' ');
    }
    if (this.edgesAdded === 0) row.put(' ');
  }

  private collapsingRow(row: Row): void {
    const old = this.mapping;
    const mapping = Array<number>(old.length).fill(-1);
    const edge = { at: -1, target: -1 };
    const goesFlat = (at: number, from: number, target: number): void => {
      if (edge.at !== -1) return;
      edge.at = from;
      edge.target = target;
      for (let place = target * 2 + 3; place < at - 2; place += 2) mapping[place] = target;
    };
    for (const [at, target] of old.entries()) {
      if (target < 0) continue;
      const left = mapping[at - 1] ?? -1;
      if (target * 2 === at) mapping[at] = target;
      else if (left < 0) {
        mapping[at - 1] = target;
        goesFlat(at, at, target);
      } else if (left !== target) {
        mapping[at - 2] = target;
        goesFlat(at, at - 1, target);
      }
    }
    this.oldMapping = [...mapping];
    if ((mapping.at(-1) ?? -1) < 0) mapping.pop();
    let flat = false;
    for (const [at, target] of [...mapping].entries()) {
      const column = this.below[target];
      if (target < 0) row.put(' ');
      else if (target * 2 === at) row.put('|', column);
      else if (target === edge.target && at !== edge.at - 1) {
        if (at !== target * 2 + 3) mapping[at] = -1;
        flat = true;
        row.put('_', column);
      } else {
        if (flat && at < edge.at) mapping[at] = -1;
        row.put('/', column);
      }
    }
    this.mapping = mapping;
    this.settle();
  }
}

/** The characters of a row, each in its line's colour. */
class Row {
  private text = '';
  private size = 0;

  constructor(
    private readonly paint: Paint,
    private readonly colored: boolean,
  ) {}

  put(char: string, column?: Column): this {
    this.text += column && this.colored ? this.paint(columnColor(column.color), char) : char;
    this.size += char.length;
    return this;
  }

  padded(width: number): string {
    return this.text + ' '.repeat(Math.max(0, width - this.size));
  }
}
