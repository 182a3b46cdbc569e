/** A row of the table with a goal that has to be met: what, value, note, and whether it is. @param {[string, string, string]} row @param {boolean} met */
export const verdict = (row, met) => [...row, met ? 'PASS' : 'MISS'];
