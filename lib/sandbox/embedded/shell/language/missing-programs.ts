const HERE = 'JavaScript and TypeScript run with node, Python with python3';
const NO_PACKAGES = 'nothing can be installed here; `ls /usr/bin` lists the programs there are';
const NO_NETWORK = 'there is no network here; curl reaches the servers of this sandbox';
const EDIT = 'use sed -i, a here document (cat > file <<END), or the editor of the page';

/** Common programs that the sandbox lacks, each with what to use instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...group('python2 ipython perl ruby php lua Rscript julia java javac go rustc gcc g++ cc clang', HERE),
  ...group('pipx uv poetry pipenv', 'pip installs pure wheels, without a network'),
  ...group('pytest py.test', 'use `python3 -m pytest`; `pip install pytest` brings it'),
  ...group('gem bundle cargo composer mvn gradle conda', `${HERE}; packages of other languages are not here`),
  ...group('yarn pnpm bun deno corepack', 'use npm and node'),
  ...group('tsc ts-node tsx', 'node runs TypeScript as it is; `node --check file.ts` looks for syntax errors'),
  ...group('apt apt-get brew dnf yum pacman apk snap dpkg rpm', NO_PACKAGES),
  ...group('sudo su doas', 'there is one user here, who may do everything: leave it out'),
  ...group(
    'docker podman kubectl systemctl service journalctl',
    'programs run as processes of this sandbox; start one with `command &`',
  ),
  ...group('ssh scp sftp rsync telnet ftp nc ncat netcat ping dig nslookup host ip ifconfig', NO_NETWORK),
  ...group('gh glab hub', `${NO_NETWORK}; git works with folders and bundles`),
  ...group('vi vim nvim nano emacs pico ex code', EDIT),
  ...group('man info tldr', 'use `help name` for what the shell itself does, and the name with --help for others'),
  ...group('top htop lsof strace', 'use ps, pgrep, jobs and kill'),
  ...group(
    'cmake ninja just',
    'write a Makefile and use make, or put the commands into the scripts of package.json and use `npm run`',
  ),
  ...group('dc', 'use bc'),
  ...group('sqlite3', 'use the module sqlite3 of python3'),
  ...group('psql mysql redis-cli mongosh', 'keep data in files; jq reads JSON, awk reads tables'),
  ...group('7z rar unrar', 'use zip and unzip, or tar with -z'),
  ...group('zstd lz4', 'use gzip or xz'),
  ...group('compress uncompress', 'use gzip'),
  ...group('cpio', 'use tar'),
  ...group('pstree pidof', 'use pgrep'),
  ...group('uuencode uudecode', 'use base64'),
  ...group('merge', 'use diff3 -m'),
  ...group('dos2unix unix2dos', "use `sed 's/\\r$//'` or `sed 's/$/\\r/'`"),
  ...group('parallel', 'use xargs -P'),
  ...group('rename', 'use a loop with mv'),
  ...group('pv', 'leave it out'),
  ...group('ag ack ripgrep', 'use rg or grep -r'),
  ...group('fd fdfind locate', 'use find'),
  ...group('bat most', 'use cat or less'),
  ...group('yq', 'use `pip install pyyaml` with python3, or node with a parser of YAML; jq reads JSON'),
  ...group('xmllint xmlstarlet', 'use node'),
  ...group('gawk', 'use awk, which speaks as mawk does'),
  ...group('screen tmux', 'open another terminal, or use `command &`'),
  ...group('crontab at', 'use the schedule tools of the agent, or a loop with sleep'),
  ...group('open xdg-open', 'open a port in the preview of the page'),
  ...group('pbcopy pbpaste xclip', 'write to a file'),
  ...group('taskset renice chrt', 'leave it out: the browser schedules the programs'),
  ...group('uuidgen', "use `node -p 'crypto.randomUUID()'`"),
  ...group('last finger pinky', 'there is one user here: use whoami or id'),
  ...group('localedef', 'the character set is UTF-8; read $LANG'),
  ...group('rgrep', 'use grep -r'),
  ...group('ssh-keygen gpg', 'use node, whose crypto makes keys and signatures'),
  ...group('m4', 'use sed, awk or envsubst'),
};

function group(names: string, instead: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, instead]));
}

/** What to use instead of a program that the sandbox lacks; undefined if the list does not have it. */
export const insteadOf = (name: string): string | undefined =>
  Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
