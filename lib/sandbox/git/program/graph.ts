import type { Paint } from './color';

export interface GraphEntry {
  readonly oid: string;
  readonly parents: readonly string[];
  /** What is told of it, with its line end. */
  readonly text: string;
}

const COLORS = [
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

/** A line of the graph that leads down to a commit that is yet to come. */
interface Lane {
  readonly oid: string;
  readonly color: string;
}

/** One character of a row, and the line it belongs to. */
type Cell = readonly [char: string, lane: Lane | undefined];

/** Commits with lines to their parents at the left of their texts. Lanes lie two columns apart. */
export function drawGraph(entries: readonly GraphEntry[], paint: Paint, colored: boolean): string {
  const shown = new Set(entries.map(({ oid }) => oid));
  const drawing = new Drawing(shown, paint, colored);
  return entries.map((entry, at) => drawing.commit(entry, at === 0)).join('');
}

class Drawing {
  private lanes: Lane[] = [];
  /** Rows that are still to bring lanes to where they belong. */
  private pending: Cell[][] = [];
  private used = 0;
  private width = 0;
  private previousMergeAt = -1;

  constructor(
    private readonly shown: ReadonlySet<string>,
    private readonly paint: Paint,
    private readonly colored: boolean,
  ) {}

  private newLane(oid: string): Lane {
    return { oid, color: COLORS[this.used++ % COLORS.length] ?? 'red' };
  }

  private rowText(cells: readonly Cell[]): string {
    const text = cells
      .map(([char, lane]) => (lane && this.colored && char !== ' ' ? this.paint(lane.color, char) : char))
      .join('');
    const plain = cells.length;
    return text + ' '.repeat(Math.max(0, this.width - plain));
  }

  private barsRow(lanes: readonly Lane[]): Cell[] {
    return lanes.flatMap((lane): Cell[] => [
      ['|', lane],
      [' ', undefined],
    ]);
  }

  commit({ oid, parents: all, text }: GraphEntry, _first: boolean): string {
    const parents = all.filter((parent) => this.shown.has(parent));
    const lines = text.split('\n').slice(0, -1);
    let out = '';
    // What was left of the commit before comes first.
    for (const row of this.pending) out += `${this.rowText(row)}\n`;
    this.pending = [];
    const before = this.lanes;
    const found = before.findIndex((lane) => lane.oid === oid);
    const at = found < 0 ? before.length : found;
    const own: Lane | undefined = before[at];
    const { lanes, layout, dashes } = this.next(before, at, own, parents);
    this.width = Math.max(2 * (before.length + (found < 0 ? 1 : 0) + Math.max(0, parents.length - 1)), 2);
    const rows: Cell[][] = [];
    if (parents.length > 2 && at < before.length - 1) rows.push(...this.makeRoom(before, at, parents.length));
    rows.push(this.commitRow(before, at, parents, layout, dashes));
    const commitRow = rows.length - 1;
    if (parents.length > 1) rows.push(this.mergeRow(before, at, parents, layout, lanes));
    const after = this.collapse(before, at, found < 0, parents, layout, lanes);
    rows.push(...after);
    this.previousMergeAt = layout === 'left' ? at : -1;
    this.lanes = lanes;
    for (let row = 0; row < commitRow; row++) out += `${this.rowText(rows[row] ?? [])}\n`;
    const bars = this.barsRow(lanes);
    const wide = (row: readonly Cell[] | undefined) => this.rowText(row ?? bars);
    const rest = rows.slice(commitRow);
    for (const [line, one] of lines.entries()) {
      const row = rest.shift();
      out += `${(row ? wide(row) : wide(undefined)) + one}\n`.replace(/ +\n$/, (end) => (one === '' ? '\n' : end));
      if (line === lines.length - 1) break;
    }
    this.pending = rest;
    return out;
  }

  /** The lanes below a commit. */
  private next(
    before: readonly Lane[],
    at: number,
    own: Lane | undefined,
    parents: readonly string[],
  ): { lanes: Lane[]; layout: 'left' | 'right'; dashes: Lane[] } {
    const lanes: Lane[] = [];
    const dashes: Lane[] = [];
    const add = (oid: string, lane: () => Lane): Lane => {
      const known = lanes.find((other) => other.oid === oid);
      if (known) return known;
      const made = lane();
      lanes.push(made);
      return made;
    };
    let layout: 'left' | 'right' = 'right';
    const putParents = () => {
      const leftOf = (oid: string) => lanes.findIndex((lane) => lane.oid === oid);
      if (parents.length > 1 && leftOf(parents[0] ?? '') >= 0) layout = 'left';
      for (const [nth, oid] of parents.entries()) {
        const lane = add(oid, () => (parents.length === 1 && own ? { oid, color: own.color } : this.newLane(oid)));
        if (nth > 0) dashes.push(lane);
      }
    };
    for (const [index, lane] of before.entries()) {
      if (index === at) putParents();
      else add(lane.oid, () => lane);
    }
    if (at >= before.length) putParents();
    return { lanes, layout, dashes };
  }

  private makeRoom(before: readonly Lane[], at: number, count: number): Cell[][] {
    return Array.from({ length: count - 2 }, (_, step) =>
      before.flatMap((lane, place): Cell[] => {
        if (place < at)
          return [
            ['|', lane],
            [' ', undefined],
          ];
        if (place === at) return [['|', lane], ...Array.from({ length: step + 1 }, (): Cell => [' ', undefined])];
        return [
          ['\\', lane],
          [' ', undefined],
        ];
      }),
    );
  }

  private commitRow(
    before: readonly Lane[],
    at: number,
    parents: readonly string[],
    layout: 'left' | 'right',
    dashes: readonly Lane[],
  ): Cell[] {
    const cells: Cell[] = [];
    for (let place = 0; place < before.length || place === at; place++) {
      if (place === at) {
        cells.push(['*', undefined]);
        for (let extra = 0; extra < parents.length - 2; extra++) {
          cells.push(['-', dashes[extra + 1]], [extra === parents.length - 3 ? '.' : '-', dashes[extra + 1]]);
        }
      } else {
        const lane = before[place];
        const char = place > at && parents.length > 2 ? '\\' : '|';
        cells.push([char, lane]);
      }
      cells.push([' ', undefined]);
    }
    return cells;
  }

  /** `|\` and `|/` below a merge. */
  private mergeRow(
    before: readonly Lane[],
    at: number,
    parents: readonly string[],
    layout: 'left' | 'right',
    lanes: readonly Lane[],
  ): Cell[] {
    const cells: Cell[] = [];
    const laneOf = (oid: string | undefined) => lanes.find((lane) => lane.oid === oid);
    for (let place = 0; place < before.length || place === at; place++) {
      if (place === at) {
        if (layout === 'left') cells.pop();
        const chars = layout === 'left' ? ['/', '|', '\\'] : ['|', '\\', '\\'];
        for (const [nth, oid] of parents.entries()) {
          cells.push([chars[Math.min(nth, 2)] ?? '\\', laneOf(oid)]);
          if (layout === 'right' || nth > 0) cells.push([' ', undefined]);
        }
        if (layout === 'right') {
          const kept = cells.splice(cells.length - 2 * parents.length);
          cells.push(...kept.filter(([char], place) => !(char === ' ' && place < kept.length - 1 && place === 1)));
        }
      } else cells.push([place > at ? '\\' : '|', before[place]], [' ', undefined]);
    }
    return cells;
  }

  private collapse(
    before: readonly Lane[],
    at: number,
    isNew: boolean,
    parents: readonly string[],
    layout: 'left' | 'right',
    lanes: readonly Lane[],
  ): Cell[][] {
    void layout;
    // Where each lane stands below the commit, two columns for each.
    const wide: (Lane | undefined)[] = [];
    for (let place = 0; place < before.length || place === at; place++) {
      if (place === at)
        for (const oid of parents.length === 0 ? [undefined] : parents)
          wide.push(oid === undefined ? undefined : lanes.find((lane) => lane.oid === oid));
      else wide.push(lanes.find((lane) => lane.oid === before[place]?.oid));
    }
    void isNew;
    const columns: (Lane | undefined)[] = wide.flatMap((lane) => [lane, undefined]);
    const target = (lane: Lane) => 2 * lanes.findIndex(({ oid }) => oid === lane.oid);
    const rows: Cell[][] = [];
    for (let guard = 0; guard < 100; guard++) {
      const moving = columns.some((lane, column) => lane && column > target(lane));
      if (!moving) break;
      const next: (Lane | undefined)[] = [];
      const cells: Cell[] = columns.map((): Cell => [' ', undefined]);
      for (const [column, lane] of columns.entries()) {
        if (!lane) continue;
        const to = target(lane);
        if (column === to) {
          next[column] = lane;
          cells[column] = ['|', lane];
        } else {
          const step = column - 1;
          if (cells[step]?.[0] === ' ' || cells[step] === undefined) cells[step] = ['/', lane];
          if (!next[step]) next[step] = lane;
        }
      }
      columns.splice(0, columns.length, ...Array.from({ length: columns.length }, (_, column) => next[column]));
      rows.push(cells);
      // A step that ended beside its lane joins it on the next row.
      for (const [column, lane] of columns.entries())
        if (lane && column - 1 === target(lane) && columns[column - 1]?.oid === lane.oid) columns[column] = undefined;
    }
    return rows;
  }
}
