const TAB = 8;

/** The menu of `select`, in as many columns as fit into `width` characters, numbered down each column. */
export function selectMenu(values: readonly string[], width: number): string {
  const digits = String(values.length).length;
  const room = Math.max(...values.map((value) => Array.from(value).length)) + digits + 4;
  const most = Math.ceil(values.length / Math.max(1, Math.floor(width / room)));
  // Bash shows a single row as one column.
  const rows = most === 1 ? values.length : most;
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    let column = 0;
    for (let at = row; at < values.length; at += rows) {
      const value = values[at] ?? '';
      const shown = `${String(at + 1).padStart(column === 0 ? String(rows).length : digits)}) ${value}`;
      text += shown;
      if (at + rows < values.length) text += gap(column + Array.from(shown).length, column + room);
      column += room;
    }
    text += '\n';
  }
  return text;
}

/** The blanks from one column to another: tabs as far as possible. */
function gap(from: number, to: number): string {
  let text = '';
  for (let at = from; at < to;) {
    const tab = Math.floor(to / TAB) > Math.floor(at / TAB);
    text += tab ? '\t' : ' ';
    at += tab ? TAB - (at % TAB) : 1;
  }
  return text;
}
