// What others may do to the file of a log.
import Database from 'libsql';

/** Holds the file as another program would; returns what lets it go. @param {string} file */
export function holdFile(file) {
  const other = new Database(file);
  other.exec('begin immediate');
  return () => void other.close();
}

/** Makes all threads older. No server may have the file open. @param {string} file @param {number} ms */
export function ageThreads(file, ms) {
  const db = new Database(file);
  db.prepare('update threads set touched = touched - ?').run(ms);
  db.close();
}
