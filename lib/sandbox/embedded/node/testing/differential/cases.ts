import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  /** The topic, and the case's name in it. */
  id: string;
  files: Readonly<Record<string, string>>;
  /** A line for bash; by default, the first file is run. */
  command: string;
}

const FOLDER = join(import.meta.dirname, 'cases');

/**
 * All cases. In a topic's file, `%% name` begins a case; `=== path` begins a file of it (by default `main.js`); `$ line` is the
 * command to run.
 */
export function readCases(): Case[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) =>
      readFileSync(join(FOLDER, file), 'utf8')
        .split(/^%% /m)
        .slice(1)
        .map((text) => readCase(file.replace(/\.txt$/, ''), text)),
    );
}

function readCase(topic: string, text: string): Case {
  const [name = '', ...lines] = text.split('\n');
  const files: Record<string, string> = {};
  let at = 'main.js';
  let command = '';
  for (const line of lines) {
    if (line.startsWith('=== ')) files[(at = line.slice(4))] = '';
    else if (line.startsWith('$ ')) command = line.slice(2);
    else files[at] = `${files[at] ?? ''}${line}\n`;
  }
  for (const [path, content] of Object.entries(files)) files[path] = content.replace(/\n+$/, '\n');
  if (files['main.js'] === '\n' && Object.keys(files).length > 1) delete files['main.js'];
  return { id: `${topic}: ${name.trim()}`, files, command: command || `node ${Object.keys(files)[0]}` };
}
