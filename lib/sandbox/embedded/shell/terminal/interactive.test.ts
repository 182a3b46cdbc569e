import { expect, it } from 'vitest';
import { atTerminal } from '../testing/embedded';

/** What is typed, each time with what the screen ends with before; as bash 5.2 does it at a terminal. */
it.each<[string, readonly [string, string][], string]>([
  [
    'stops a program with Ctrl-Z, and brings it back',
    [
      ['$ ', 'cat\r'],
      ['cat\n', 'one\r'],
      ['one\none\n', '\x1a'],
      ['[1]+  Stopped                 cat\n~ $ ', 'jobs; echo $?\r'],
      ['[1]+  Stopped                 cat\n0\n~ $ ', 'fg\r'],
      ['fg\ncat\n', 'two\r'],
      ['two\ntwo\n', '\x04'],
    ],
    'two\ntwo\n~ $ ',
  ],
  [
    'ends loops around what is stopped, and goes on with the line',
    [
      ['$ ', 'for i in 1 2; do cat; done; echo "rc $?"\r'],
      ['\n', 'x\r'],
      ['x\nx\n', '\x1a'],
    ],
    '^Z\n[1]+  Stopped                 cat\nrc 148\n~ $ ',
  ],
  [
    'leaves jobs in the background alone when Ctrl-C ends the line',
    [
      ['$ ', 'sleep 60 &\r'],
      ['~ $ ', 'sleep 60 | cat; echo no\r'],
      ['echo no\n', '\x03'],
      ['^C\n~ $ ', 'echo "${PIPESTATUS[@]}"; jobs\r'],
    ],
    '130 130\n[1]+  Running                 sleep 60 &\n~ $ ',
  ],
  [
    'stops a job in the background that reads what is typed',
    [
      ['$ ', 'cat &\r'],
      ['~ $ ', 'read -r x; echo "<$x>"; jobs\r'],
      ['jobs\n', 'mine\r'],
    ],
    '<mine>\n[1]+  Stopped                 cat\n~ $ ',
  ],
  [
    'says with -l which signal stopped a job, unless that was Ctrl-Z',
    [
      ['$ ', 'cat\r'],
      ['\n', 'x\r'],
      ['x\nx\n', '\x1a'],
      ['~ $ ', 'sleep 70 & kill -STOP %2\r'],
      ['~ $ ', "clear; jobs -l | sed 's/ [0-9]\\+ / pid /'\r"],
    ],
    '[1]-  pid Stopped                 cat\n[2]+  pid Stopped (signal)        sleep 70\n~ $ ',
  ],
  ['is not stopped itself', [['$ ', 'kill -TSTP $$; kill -TTIN $$; echo on\r']], '\non\n~ $ '],
  [
    'gives an error to a job in the background that reads and cannot be stopped',
    [['$ ', "(trap '' TTIN; cat) & wait\r"]],
    "cat: -: Input/output error\n[1]+  Exit 1                  ( trap '' TTIN; cat )\n~ $ ",
  ],
  ['goes on after a program that ends as if interrupted', [['$ ', "sh -c 'exit 130'; echo $?\r"]], '\n130\n~ $ '],
  [
    'ends the last part of a pipeline that the shell runs itself',
    [
      ['$ ', 'set +m; shopt -s lastpipe\r'],
      ['~ $ ', 'sleep 60 | read x; echo no\r'],
      ['no\n', '\x03'],
    ],
    '^C\n~ $ ',
  ],
  [
    'tells before the prompt which jobs have ended',
    [['$ ', '(exit 3) & wait\r']],
    '[1]+  Exit 3                  ( exit 3 )\n~ $ ',
  ],
  [
    'asks again when jobs are stopped',
    [
      ['$ ', 'cat\r'],
      ['cat\n', 'x\r'],
      ['x\nx\n', '\x1a'],
      ['cat\n~ $ ', 'exit\r'],
    ],
    'exit\nThere are stopped jobs.\n~ $ ',
  ],
  [
    'pages with less: by screens, to the ends, by what is searched for',
    [
      ['$ ', 'seq 60 | less\r'],
      ['\n22\n23\n:', ' '],
      ['\n45\n46\n:', 'k'],
      ['\n44\n45\n:', 'G'],
      ['\n59\n60\n(END)', '5g'],
      ['\n26\n27\n:', '/^3.$\r'],
      ['\n51\n52\n:', 'n'],
      ['\n52\n53\n:', '?nothing\r'],
      ['Pattern not found  (press RETURN)', 'q'],
    ],
    '~ $ ',
  ],
  [
    'pages files with less, numbered and cut off, and goes from one to the other',
    [
      ['$ ', 'less -NS README.md nums.txt\r'],
      ['README.md (file 1 of 2) (END)', ':n'],
      ['     10 21\n~\n~\n~\n~\n~\n~\n~\n~\n~\n~\n~\n~\n~\nnums.txt (file 2 of 2) (END)', ':p'],
      ['README.md (file 1 of 2) (END)', '\x1b[B:q'],
    ],
    '~ $ ',
  ],
  ['does not page with less what fits, if so asked', [['$ ', 'less -F nums.txt\r']], '\n7\n21\n~ $ '],
  ['does not page with more what fits', [['$ ', 'more notes/a.txt\r']], '\ndelta epsilon\n~ $ '],
  [
    'reads from /dev/tty while its input comes from elsewhere',
    [
      ['$ ', 'echo one | while read -r x; do read -r y < /dev/tty; echo "<$x$y>"; done\r'],
      ['done\n', 'two\r'],
    ],
    'two\n<onetwo>\n~ $ ',
  ],
  ['knows the size of the terminal', [['$ ', 'tput cols; stty size; echo $COLUMNS\r']], '80\n24 80\n80\n~ $ '],
  [
    'hides what `read -s` reads',
    [
      ['$ ', 'read -rsp "? " x; echo "${#x}"\r'],
      ['? ', 'secret\r'],
    ],
    '? 6\n~ $ ',
  ],
  [
    'gives each line to one reader, also after a timeout',
    [
      ['$ ', 'read -t 0.01 x; echo now; read x; read y; echo "<$x><$y>"\r'],
      ['\nnow\n', 'one\rtwo\r'],
    ],
    '<one><two>\n~ $ ',
  ],
  [
    'gives `read -n` each character',
    [
      ['$ ', 'read -rn1 x; echo "<$x>"\r'],
      ['>"\n', 'y'],
    ],
    'y<y>\n~ $ ',
  ],
  [
    'keeps what is typed ahead',
    [
      ['$ ', 'sleep 0.1\r'],
      ['sleep 0.1\n', 'echo later\r'],
    ],
    '~ $ echo later\nlater\n~ $ ',
  ],
  [
    'joins lines that end with a backslash',
    [
      ['$ ', 'echo a \\\r'],
      ['> ', 'b\r'],
    ],
    'a b\n~ $ ',
  ],
  [
    'keeps a command of several lines as one',
    [
      ['$ ', 'for i in 1; do\r'],
      ['> ', 'echo $i\r'],
      ['> ', 'done\r'],
      ['~ $ ', 'fc -l\r'],
    ],
    '1\t for i in 1; do echo $i; done\n~ $ ',
  ],
  [
    'runs a line of the history again',
    [
      ['$ ', 'echo one\r'],
      ['~ $ ', '!!:s/one/two/\r'],
    ],
    'echo two\ntwo\n~ $ ',
  ],
  [
    'keeps what is typed while it asks for more, and an exclamation mark in a here-document',
    [
      ['$ ', "cat <<'X'\r#!/bin"],
      ['> #!/bin', '/sh\r'],
      ['> ', 'X\r'],
    ],
    '#!/bin/sh\n~ $ ',
  ],
  [
    'expands no history after `set +H`',
    [
      ['$ ', 'set +H; echo one\r'],
      ['~ $ ', 'echo !!\r'],
    ],
    '\n!!\n~ $ ',
  ],
  [
    'has a prompt after Ctrl-C in a prompt',
    [
      ['$ ', "PS1='$(sleep 60)'\r"],
      ["60)'\n", '\x03'],
      ['~ $ ', "PS1='> '\r"],
    ],
    '\n> ',
  ],
  ['completes variables and quotes', [['$ ', "cat 'with\t\r"]], "cat 'with space.txt' \nspaced name\n~ $ "],
  [
    'completes commands, branches and tags of git',
    [
      ['$ ', 'mkdir -p .git/refs/heads/team deep; touch .git/refs/heads/team/topic; cd deep\r'],
      ['deep $ ', `printf '%s refs/%s\\n' 0a heads/other 0b tags/torrent >../.git/packed-refs\r`],
      ['deep $ ', 'git checko\tte\t'],
      ['git checkout team/topic ', '&& git tag -d tor\t; git switch ot\t'],
    ],
    '&& git tag -d torrent ; git switch other ',
  ],
  [
    'completes scripts of npm, and targets of make',
    [
      ['$ ', `echo '{"scripts":{"build:all":"x"}}' >package.json; printf 'A := b\\nclean: x\\n\\trm\\n' >Makefile\r`],
      ['~ $ ', 'npm r\tun bu\t; make cl\t'],
    ],
    'npm run build:all ; make clean ',
  ],
  [
    'lists lines counted from the last',
    [
      ['$ ', 'echo a\r'],
      ['a\n~ $ ', 'fc -ln -1\r'],
    ],
    '\n\t echo a\n~ $ ',
  ],
  [
    'completes a name to a word that means just that name',
    [
      ['$ ', 'mkdir q; cd q; touch \'a$(echo no)"`b\' "it\'s"\r'],
      ['q $ ', 'cat "a\t'],
      [String.raw`cat "a\$(echo no)\"\`b" `, "'i\t"],
    ],
    String.raw`'it'\''s' `,
  ],
  [
    'expands the prompt',
    [
      ['$ ', "PS1='[\\W]\\$ '\r"],
      ['[~]$ ', 'cd src\r'],
    ],
    '[src]$ ',
  ],
])('%s', async (_, steps, end) => {
  const { type, screen } = atTerminal();
  for (const [before, text] of steps) {
    await expect.poll(screen).toSatisfy((shown: string) => shown.endsWith(before));
    type(text);
  }
  await expect.poll(screen).toSatisfy((shown: string) => shown.endsWith(end));
});

it.each([
  ['what is typed at once after Ctrl-C', '\x03', ['echo back\r']],
  ['what follows an empty line', '\x03', ['\r', 'echo back\r']],
  ['what follows another Ctrl-C, and nothing before it', 'echo no\r\x03', ['echo no\r', '\x03echo back\r']],
  ['what was typed before its end', 'echo no\r', ['\x03', 'echo back\r']],
])('%s is for the prompt where a program outside the shell has not read it', async (_, first, more) => {
  const { type, screen } = atTerminal();
  await expect.poll(screen).toSatisfy((shown: string) => shown.endsWith('$ '));
  type('node x.js\r');
  await expect.poll(screen).toSatisfy((shown: string) => shown.endsWith('begun\n'));
  for (const text of [first, ...more]) type(text);
  await expect.poll(screen).toSatisfy((shown: string) => shown.endsWith('echo back\nback\n~ $ '));
  expect(screen()).not.toMatch(/^no$/m);
});

it.each<[string, boolean, readonly string[], string, string]>([
  ['a line at a time, edited', false, ['wor', 'st\x7f\x7f', 'd\r', 'not yet'], 'word\n', 'd\nnot yet'],
  ['the end of its input', false, ['a\r', '\x04'], 'a\n<end>', '~ $ '],
  [
    'in raw mode each key as it is, not shown',
    true,
    ['a', '\r', '\x1b[A', '\x7f', '\x03'],
    'a\r\x1b[A\x7f\x03',
    'begun\n',
  ],
])('gives a program outside the shell %s', async (_, raw, typed, given, shown) => {
  const terminal = atTerminal();
  const ends = (end: string) => expect.poll(terminal.screen).toSatisfy((text: string) => text.endsWith(end));
  await ends('$ ');
  terminal.type('node x.js\r');
  await ends('begun\n');
  if (raw) terminal.setRawMode(true);
  for (const text of typed) terminal.type(text);
  await ends(shown);
  expect(terminal.given()).toBe(given);
});

it('gives a program what was typed before it began', async () => {
  const { type, screen, given } = atTerminal();
  await expect.poll(screen).toSatisfy((shown: string) => shown.endsWith('$ '));
  type('sleep 0.01; node x.js\r');
  type('early\r');
  await expect.poll(given).toBe('early\n');
});
