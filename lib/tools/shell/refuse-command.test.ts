import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns, patience } from '../testing/cases';
import { refuseCommand } from './refuse-command';

const surroundings = { workdir: '/home/user/project', home: '/home/user', cwd: '/home/user/project', env: {} };
const refuse = (line: string) => refuseCommand(line, surroundings);

const DESTRUCTIVE = [
  'rm -rf /',
  'rm  -r   -f  /',
  'rm -fr /*',
  'rm -r --force --no-preserve-root /',
  'rm --recursive /etc',
  'rm -rf "/"',
  "rm -rf '/'",
  'r\\m -rf /',
  '"r"m -rf /',
  "$'\\x72m' -rf /",
  '/bin/rm -rf /',
  'rm -rf ~',
  'rm -rf "$HOME"',
  'rm -rf ~/*',
  'rm -rf ../..',
  'rm -rf /home/user/project/../../..',
  'rm -rf /{bin,etc}',
  'rm -rf /b*',
  'rm -rf .',
  'x=/; rm -rf $x',
  'x="-rf /"; rm $x',
  'a=rm b=-rf; $a $b /',
  'c=(rm -rf /); "${c[@]}"',
  'x=/tmp; if test -f a; then x=/; fi; rm -rf "$x"',
  'x=/; false && x=/tmp/a; rm -rf "$x"',
  'rm -rf "$UNSET/"',
  'rm -rf ${UNSET:-/}',
  'rm -rf ${PATH:0:1}',
  'for d in a /; do rm -rf "$d"; done',
  'x=; for i in 1 2; do rm -rf "$x"; x=/; done',
  'while true; do rm -rf /; done',
  '(rm -rf /)',
  '{ rm -rf /; }',
  'echo ok && rm -rf /',
  'true || rm -rf /',
  'rm -rf / &',
  'echo "$(rm -rf /)"',
  'echo `rm -rf /`',
  'cat <(rm -rf /)',
  '$(echo rm) -rf /',
  '$(printf "%s" rm) -rf $(echo /)',
  '$(echo cm0= | base64 -d) -rf /',
  'f() { rm -rf "$1"; }; f /',
  'set -- /; rm -rf "$1"',
  'read x <<< /; rm -rf "$x"',
  'echo / | while read x; do rm -rf "$x"; done',
  'echo / | xargs rm -rf',
  'sudo -u root rm -rf /',
  'env A=1 nice -n 5 timeout 5 rm -rf /',
  'eval "rm -rf /"',
  "eval 'rm' '-rf' '/'",
  'bash -c "rm -rf /"',
  'sh -ec "x=/; rm -rf \\$x"',
  'echo "rm -rf /" | bash',
  'bash <<< "rm -rf /"',
  'bash <<EOF\nrm -rf /\nEOF',
  "trap 'rm -rf /' EXIT",
  'cd / && rm -rf *',
  'cd /; rm -rf ./*',
  'case x in x) rm -rf /;; esac',
  'case $(rm -rf /) in x) ;; esac',
  'echo $(( $(rm -rf /) + 1 ))',
  '(( $(rm -rf /) ))',
  '[[ -n $(rm -rf /) ]]',
  'echo ${x%$(rm -rf /)}',
  'a=(); for x in b /; do a+=("$x"); done; rm -rf "${a[@]}"',
  'find / -delete',
  'find / -type f -delete',
  'find ~ -exec sh -c "rm -rf {}" \\;',
  'find / | xargs rm -rf',
  'echo cm0gLXJmIC8= | base64 -d | sh',
  'base64 -d <<< "cm0gLXJmIC8=" | bash',
  'eval "$(echo cm0gLXJmIC8= | base64 --decode)"',
  'bash -c "$(echo cm0gLXJmIC8= | base64 -d)"',
  'printf "\\x72\\x6d -rf /" | sh',
  'echo / -rf rm | rev | sh; rm -rf /',
  'source <<< "rm -rf /" /dev/stdin',
  '. /dev/stdin <<< "rm -rf /"',
  'sh -c \'sh -c "rm -rf /"\'',
  'x="rm -rf /"; sh -c "$x"',
  'x="rm -rf /"; eval $x',
  'command rm -rf /',
  'exec rm -rf /',
  'nohup rm -rf / &',
  'xargs -I{} rm -rf {} <<< /',
  'echo "/" | xargs -n1 sudo rm -rf',
  'find / -name x -exec rm {} +',
  'chmod -R 777 /',
  'chown -R me /usr',
  'mv /* /tmp',
  'mkfs.ext4 /dev/sda1',
  'dd if=/dev/zero of=/dev/sda',
  'echo x > /dev/sda',
  'shutdown -h now',
  'kill -9 -1',
  ':(){ :|:& };:',
];

const FINE = [
  'echo "rm -rf /"',
  "echo 'rm -rf /' > notes.txt",
  'grep -rn "rm -rf /" src',
  'git commit -m "stop rm -rf / from running"',
  '# rm -rf /',
  'rm -rf node_modules',
  'rm -rf ./dist/*',
  'rm -rf *',
  'rm file.txt',
  'rm -rf /tmp/build',
  'dir=$(mktemp -d); rm -rf "$dir"',
  'for f in $(ls); do rm -rf "$f"/; done',
  'rm -rf "${BUILD:?}/"',
  'rm -rf "$PWD/dist"',
  'cd build && rm -rf ../dist',
  'find . -name "*.tmp" -delete',
  'chmod -R u+x scripts',
  'mv src/a.ts src/b.ts',
  'node --test 2>&1 | tail -5',
  'npm test > /dev/null',
  'fib() { if [ $1 -lt 2 ]; then echo $1; else echo $(( $(fib $(($1-1))) + $(fib $(($1-2))) )); fi; }; fib 5',
  'constructor; toString -rf /',
  'cat <<EOF > run.sh\nrm -rf /\nEOF',
  'while true; do :; done',
  'trap - EXIT',
  '',
];

describe('a command that would destroy everything', () => {
  it.each(DESTRUCTIVE)('refuses %s', async (line) => {
    expect(await refuse(line)).toMatchObject({ reason: expect.stringContaining('this command would') });
  });
});

describe('a command that would not', () => {
  it.each(FINE)('lets %s through', async (line) => {
    expect(await refuse(line)).toBeUndefined();
  });
});

it('refuses what it cannot parse or follow', async () => {
  expect(await refuse('echo "never closed')).toMatchObject({ reason: expect.stringContaining('cannot be parsed') });
  expect(await refuse(`x=aaaa; ${'x=$x$x; '.repeat(60)}`)).toMatchObject({
    reason: expect.stringContaining('too tangled'),
  });
  const nested = 'while [[ a ]]; do '.repeat(30) + ':' + '; done'.repeat(30);
  expect(await refuse(nested)).toMatchObject({ reason: expect.stringContaining('too tangled') });
  const tangled = Array.from({ length: 8 }, () => '{a,b,c,d}').join('');
  expect(await refuse(`echo ${tangled}`)).toMatchObject({ reason: expect.stringContaining('too tangled') });
});

const PIECES =
  'rm -rf / $x "$x" ${x:-/} $(echo a) `ls` x=/ a=(1) ; && || | & ( ) { } if then fi for in do done while f() eval bash -c <<< > <(ls) $((1)) ~ * {a,b} ! [[ ]] case esac'.split(
    ' ',
  );

it('answers whatever it is given', patience, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 20 }), async (pieces) => {
      const refusal = await refuse(pieces.join(' '));
      expect(refusal === undefined || refusal.reason.length > 0).toBe(true);
    }),
    { numRuns: numRuns(500), seed: 2 },
  );
});
