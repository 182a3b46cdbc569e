import { partsOfText } from '@/lib/shell-syntax/words';
import { strftime } from '../builtins/strftime';
import type { Shell } from '../language/shell';

/** A prompt such as PS1 with its escapes and parameters expanded. */
export async function expandPrompt(shell: Shell, text: string): Promise<string> {
  const decoded = text.replaceAll(/\\(?:([0-7]{3})|D\{([^}]*)\}|([\s\S]))/g, (whole, octal, format, letter) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return (format !== undefined ? timeAs(shell, format || '%X') : valueOf(shell, letter)) ?? whole;
  });
  return (await shell.language.expand.hereText(shell, partsOfText(decoded))).replace(/\n$/, '');
}

function valueOf(shell: Shell, letter: string): string | undefined {
  const home = shell.vars.get('HOME') ?? '';
  const { cwd } = shell;
  const below = home !== '' && (cwd === home || cwd.startsWith(`${home}/`));
  const host = shell.vars.get('HOSTNAME') ?? '';
  switch (letter) {
    case 'a':
      return '\x07';
    case 'd':
      return timeAs(shell, '%a %b %d');
    case 'e':
      return '\x1b';
    case 'h':
      return host.replace(/\..*/s, '');
    case 'H':
      return host;
    case 'j':
      return String(shell.jobs.all.length);
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 's':
      return 'bash';
    case 't':
      return timeAs(shell, '%H:%M:%S');
    case 'T':
      return timeAs(shell, '%I:%M:%S');
    case '@':
      return timeAs(shell, '%I:%M %p');
    case 'A':
      return timeAs(shell, '%H:%M');
    case 'u':
      return shell.vars.get('USER') ?? 'user';
    case 'v':
      return '5.2';
    case 'V':
      return '5.2.15';
    case 'w':
      return below ? `~${cwd.slice(home.length)}` : cwd;
    case 'W':
      return cwd === home ? '~' : cwd.slice(cwd.lastIndexOf('/') + 1) || '/';
    case '!':
    case '#':
      return String(shell.history.length + 1);
    case '$':
    case '\\':
      return letter;
    case '[':
    case ']':
      return '';
    default:
      return undefined;
  }
}

const timeAs = (shell: Shell, format: string): string => strftime(format, Date.now(), shell.vars.get('TZ') ?? '');
