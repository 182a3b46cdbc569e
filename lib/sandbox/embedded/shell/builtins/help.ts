import { takeOptions, type Builtin } from './builtin';

/** The usage of each builtin and keyword, one per line. */
const USAGES = `
. filename [arguments]
:
[ arg... ]
alias [-p] [name[=value] ... ]
bg [job_spec ...]
bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]
break [n]
builtin [shell-builtin [arg ...]]
caller [expr]
case WORD in [PATTERN [| PATTERN]...) COMMANDS ;;]... esac
cd [-L|[-P [-e]] [-@]] [dir]
command [-pVv] command [arg ...]
compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]
complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]
continue [n]
coproc [NAME] command [redirections]
declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]
dirs [-clpv] [+N] [-N]
disown [-h] [-ar] [jobspec ... | pid ...]
echo [-neE] [arg ...]
enable [-a] [-dnps] [-f filename] [name ...]
eval [arg ...]
exec [-cl] [-a name] [command [argument ...]] [redirection ...]
exit [n]
export [-fn] [name[=value] ...] or export -p
false
fg [job_spec]
for NAME [in WORDS ... ] ; do COMMANDS; done
function name { COMMANDS ; } or name () { COMMANDS ; }
getopts optstring name [arg ...]
hash [-lr] [-p pathname] [-dt] [name ...]
help [-dms] [pattern ...]
history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]
if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi
jobs [-lnprs] [jobspec ...] or jobs -x command [args]
kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]
let arg [arg ...]
local [option] name[=value] ...
logout [n]
mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]
popd [-n] [+N | -N]
printf [-v var] format [arguments]
pushd [-n] [+N | -N | dir]
pwd [-LP]
read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]
readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]
readonly [-aAf] [name[=value] ...] or readonly -p
return [n]
select NAME [in WORDS ... ;] do COMMANDS; done
set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]
shift [n]
shopt [-pqsu] [-o] [optname ...]
source filename [arguments]
test [expr]
time [-p] pipeline
times
trap [-lp] [[arg] signal_spec ...]
true
type [-afptP] name [name ...]
typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]
ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]
umask [-p] [-S] [mode]
unalias [-a] name [name ...]
unset [-f] [-v] [-n] [name ...]
until COMMANDS; do COMMANDS-2; done
wait [-fn] [-p var] [id ...]
while COMMANDS; do COMMANDS-2; done
((...)) (( expression ))
[[...]] [[ expression ]]
{...} { COMMANDS ; }`;

const usages = new Map(
  USAGES.trim()
    .split('\n')
    .map((line) => [line.split(' ')[0] ?? line, line] as const),
);

/** The usage of a builtin, in one line; undefined if there is none. */
export const usageOf = (name: string): string | undefined => usages.get(name);

/** `help`: prints the usage of builtins; there are no texts on what they do. */
export const help: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'dms');
  if (rest.length === 0) {
    await shell.write(
      1,
      `GNU bash, version 5.2, as far as this sandbox has it\n\n${[...usages.values()].join('\n')}\n`,
    );
    return 0;
  }
  let found = 0;
  for (const name of rest) {
    const usage = usages.get(name);
    if (usage === undefined) continue;
    found += 1;
    if (!options.has('d')) await shell.write(1, `${name}: ${usage}\n`);
  }
  if (found === 0) {
    const last = rest.at(-1) ?? '';
    await shell.complain(
      `help: no help topics match \`${last}'.  Try \`help help' or \`man -k ${last}' or \`info ${last}'.`,
    );
    return 1;
  }
  if (options.has('s')) return 0;
  await shell.complain('help: only how a command is used is in this sandbox, not what it does');
  return options.has('d') || options.has('m') ? 2 : 0;
};
