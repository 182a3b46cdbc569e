import { echoed } from '../builtins/output';
import { formatPrintf } from '../builtins/format';
import { gzip } from './archive/gzip';
import { zdiff, zgrep } from './archive/packed-files';
import { tar } from './archive/tar';
import { unzip } from './archive/unzip';
import { bzip2, lzma, xz } from './archive/xz';
import { zip } from './archive/zip';
import { awk } from './awk';
import { bashCommand } from './bash';
import { bc } from './bc';
import type { Command } from './context';
import { ed } from './ed';
import { wget } from './curl/wget';
import { diff, sdiff } from './diff/diff';
import { diff3 } from './diff/diff3';
import { patch } from './diff/patch';
import { chmod, link, ln, mkdir, rmdir, touch, unlink } from './files/make';
import { fallocate, truncateCommand } from './files/truncate';
import { cmp, du, stat } from './files/about';
import { chown } from './files/chown';
import { dd } from './files/dd';
import { df } from './files/df';
import { cp, install, mv, rm } from './files/copy';
import { file } from './files/file';
import { lsCommand } from './files/ls';
import { mkfifo, mknod } from './files/mkfifo';
import { pathchk } from './files/pathchk';
import { shred } from './files/shred';
import { syncFiles } from './files/sync';
import { tree } from './files/tree';
import { basename, dirname, mktemp, pwdCommand, readlink, realpath } from './files/paths';
import {
  arch,
  clear,
  envsubst,
  getconf,
  getopt,
  groups,
  hostname,
  id,
  logname,
  nproc,
  stty,
  tput,
  tty,
  uname,
  uptime,
  whereis,
  which,
  whoami,
} from './process/about';
import { make } from './make';
import { date } from './process/date';
import { killall, pgrep, pkill } from './process/pgrep';
import { ps } from './process/ps';
import { env } from './process/env';
import { flock } from './process/flock';
import { free } from './process/free';
import { getent } from './process/getent';
import { killProgram } from './process/kill';
import { locale } from './process/locale';
import { script } from './process/script';
import { users, w, who } from './process/sessions';
import { printenv, runner, sleep, timeout, xargs } from './process/run';
import { time } from './process/time';
import { watch } from './process/watch';
import { find } from './search/find/find';
import { grepCommand } from './search/grep';
import { rg } from './search/rg/rg';
import { sed } from './sed';
import { hexdump, strings, xxd } from './sums/dump';
import { od } from './sums/od';
import { openssl } from './sums/openssl';
import { baseCommand, basenc } from './sums/base';
import { cksum, shasum, sum, sumCommand } from './sums/sums';
import { pager } from './pager';
import { cat, rev, tac, tee } from './text/cat';
import { csplit } from './text/csplit';
import { column, cut } from './text/columns';
import { head, tail } from './text/ends';
import { expr } from './text/expr';
import { fmt } from './text/fmt';
import { iconv } from './text/iconv';
import { expand, fold, paste, seq, shuf, unexpand, yes } from './text/lines';
import { lookCommand } from './text/look';
import { nl } from './text/nl';
import { comm, joinCommand } from './text/pairs';
import { pr } from './text/pr';
import { ptx } from './text/ptx';
import { factor } from './text/numbers';
import { numfmt } from './text/numfmt';
import { sort } from './text/sort';
import { uniq } from './text/uniq';
import { split } from './text/split';
import { tr } from './text/tr';
import { tsort } from './text/tsort';
import { wc } from './text/wc';

const echo: Command = ({ args, out }) => {
  out.write(echoed(args));
  return 0;
};

const printf: Command = async (context) => {
  const [format, ...rest] = context.args;
  if (format === undefined) return context.fail("missing operand\nTry 'printf --help' for more information.");
  const { text, problems } = formatPrintf(format, rest, context.env.TZ ?? '');
  for (const { message } of problems) await context.fail(message);
  context.out.write(text);
  return problems.length > 0 ? 1 : 0;
};

/** `test` and `[` as programs: for `find -exec`, `xargs` and `env`. */
const testProgram: Command = (context) =>
  context.run(['bash', '-c', `${context.name} "$@"`, context.name, ...context.args]);

/** The sandbox's built-in commands. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>(
  Object.entries({
    arch,
    awk,
    base32: baseCommand('base32'),
    base64: baseCommand('base64'),
    basename,
    basenc,
    bash: bashCommand,
    bc,
    b2sum: sumCommand('b2'),
    bunzip2: bzip2,
    bzcat: bzip2,
    bzgrep: zgrep,
    bzip2,
    cat,
    chgrp: chown,
    chmod,
    chown,
    cksum,
    clear,
    cmp,
    column,
    comm,
    cp,
    csplit,
    cut,
    dash: bashCommand,
    date,
    dd,
    df,
    diff,
    diff3,
    dir: lsCommand,
    dirname,
    du,
    echo,
    ed,
    egrep: grepCommand,
    env,
    envsubst,
    expand,
    expr,
    factor,
    fallocate,
    false: () => 1,
    fgrep: grepCommand,
    file,
    find,
    flock,
    fmt,
    fold,
    free,
    getconf,
    getent,
    getopt,
    grep: grepCommand,
    gunzip: gzip,
    gzip,
    groups,
    hd: hexdump,
    head,
    hexdump,
    hostname,
    iconv,
    id,
    install,
    ionice: runner('c: n! P! p! t u! class:=c classdata:=n ignore=t'),
    join: joinCommand,
    kill: killProgram,
    killall,
    less: pager,
    link,
    ln,
    locale,
    logname,
    look: lookCommand,
    ls: lsCommand,
    lzcat: lzma,
    lzma,
    make,
    mawk: awk,
    md5sum: sumCommand('md5'),
    mkdir,
    mkfifo,
    mknod,
    mktemp,
    more: pager,
    mv,
    nice: runner('n: adjustment:=n'),
    nl,
    nohup: runner('', ({ task }) => void (task.ignored = new Set([...task.ignored, 'HUP']))),
    nproc,
    numfmt,
    od,
    openssl,
    paste,
    patch,
    pathchk,
    pgrep,
    pkill,
    pr,
    printenv,
    printf,
    ps,
    ptx,
    pwd: pwdCommand,
    readlink,
    realpath,
    rev,
    rg,
    rm,
    rmdir,
    script,
    sdiff,
    sed,
    seq,
    setsid: runner('c f w ctty=c fork=f wait=w'),
    sh: bashCommand,
    sha1sum: sumCommand('sha1'),
    sha224sum: sumCommand('sha224'),
    sha256sum: sumCommand('sha256'),
    sha384sum: sumCommand('sha384'),
    sha512sum: sumCommand('sha512'),
    shasum,
    shred,
    shuf,
    sleep,
    sort,
    split,
    stat,
    stdbuf: runner('i: o: e: input:=i output:=o error:=e'),
    strings,
    stty,
    sum,
    sync: syncFiles,
    tac,
    tail,
    tar,
    tee,
    test: testProgram,
    '[': testProgram,
    time,
    timeout,
    touch,
    tput,
    tr,
    tree,
    true: () => 0,
    tsort,
    truncate: truncateCommand,
    tty,
    uname,
    unexpand,
    uniq,
    unlink,
    unlzma: lzma,
    unxz: xz,
    unzip,
    uptime,
    users,
    vdir: lsCommand,
    w,
    watch,
    wc,
    wget,
    whereis,
    which,
    who,
    whoami,
    xargs,
    xxd,
    xz,
    xzcat: xz,
    xzgrep: zgrep,
    yes,
    zcat: gzip,
    zcmp: zdiff,
    zdiff,
    zgrep,
    zip,
    zipinfo: (context) => context.run(['unzip', '-Z', ...context.args]),
    zless: gzip,
    zmore: gzip,
  } satisfies Record<string, Command>),
);
