import { ownValue } from '@/lib/protocol/own-value';
import { Descriptors } from '../../../io/descriptors';
import { errorText } from '../../../io/error-text';
import { patternRegExp } from '../../../language/pattern';
import { CommandFailure, quoted, type CommandContext } from '../../context';
import { changedMode } from '../../files/mode';
import { parseDate } from '../../process/parse-date';
import { confirmed } from '../../questions';
import { basicOfEmacs } from '../emacs-pattern';
import { LETTERS, nameOf, Quit, target, askedTime, type Settings, type Test, type Walk } from './entry';
import { lsLine, printfLine } from './printf';
import { posixRegExp } from '../../../../../regexp/posix-regexp';
import { longestRegExp } from '../../../../../regexp/longest-match';

/** Compares a number with `+3`, `-3` or `3`, the argument of a test. */
const compares = (text: string, test: string): ((value: number) => boolean) => {
  const wanted = Number(text.replace(/^[-+]/, ''));
  if (Number.isNaN(wanted) || text === '') throw new CommandFailure(`invalid argument \`${text}' to \`${test}'`);
  return text.startsWith('+')
    ? (value) => value > wanted
    : text.startsWith('-')
      ? (value) => value < wanted
      : (value) => value === wanted;
};

const SIZES: Readonly<Record<string, number>> = { b: 512, c: 1, w: 2, k: 1024, M: 2 ** 20, G: 2 ** 30 };

const REGEX_TYPES =
  'findutils-default ed emacs gnu-awk grep posix-awk awk posix-basic posix-egrep egrep posix-extended posix-minimal-basic sed'.split(
    ' ',
  );

/** The user ID that owns all files. */
const OWNER = 1000;

/** Parses the expression of `find`. */
export class FindParser {
  private at = 0;

  constructor(
    private readonly context: CommandContext,
    private readonly args: readonly string[],
    private readonly settings: Settings,
  ) {}

  expression(): Test {
    const test = this.args.length === 0 ? () => true : this.either();
    const extra = this.args[this.at];
    if (extra === ')')
      throw new CommandFailure("invalid expression; you have used a binary operator ')' with nothing before it.");
    if (extra !== undefined) throw new CommandFailure(`paths must precede expression: \`${extra}'`);
    if (this.settings.acts) return test;
    return async (entry, walk) => {
      if (await test(entry, walk)) walk.context.out.write(`${entry.path}\n`);
      return true;
    };
  }

  private either(): Test {
    let left = this.both();
    for (;;) {
      const operator = this.args[this.at];
      if (operator === ',') {
        this.at += 1;
        const [first, second] = [left, this.both()];
        left = async (entry, walk) => {
          await first(entry, walk);
          return second(entry, walk);
        };
      } else if (operator === '-o' || operator === '-or') {
        this.at += 1;
        const [first, second] = [left, this.both()];
        left = async (entry, walk) => (await first(entry, walk)) || second(entry, walk);
      } else return left;
    }
  }

  private both(): Test {
    let left = this.negated();
    for (;;) {
      const operator = this.args[this.at];
      if (operator === undefined || operator === ')' || operator === ',' || operator === '-o' || operator === '-or')
        return left;
      if (operator === '-a' || operator === '-and') this.at += 1;
      const [first, second] = [left, this.negated()];
      left = async (entry, walk) => (await first(entry, walk)) && second(entry, walk);
    }
  }

  private negated(): Test {
    const word = this.args[this.at];
    if (word === '!' || word === '-not') {
      this.at += 1;
      const test = this.negated();
      return async (entry, walk) => !(await test(entry, walk));
    }
    if (word === '(') {
      this.at += 1;
      const test = this.either();
      if (this.args[this.at++] !== ')')
        throw new CommandFailure("invalid expression; I was expecting to find a ')' somewhere but did not see one.");
      return test;
    }
    return this.primary();
  }

  private value(name: string): string {
    const value = this.args[this.at++];
    if (value === undefined) throw new CommandFailure(`missing argument to \`${name}'`);
    return value;
  }

  private level(name: string): number {
    const value = this.value(name);
    if (/^\d+$/.test(value)) return Number(value);
    throw new CommandFailure(`Expected a positive decimal integer argument to ${name}, but got ‘${value}’`);
  }

  private primary(): Test {
    const name = this.args[this.at++];
    if (name === undefined) throw new CommandFailure('invalid expression');
    return ownValue(PLAIN, name) ?? this.option(name) ?? this.matcher(name) ?? this.action(name) ?? this.unknown(name);
  }

  private unknown(name: string): never {
    if (name.startsWith('-')) throw new CommandFailure(`unknown predicate \`${name}'`);
    const before = this.args[this.at - 3] ?? '';
    const hint = `\nfind: possible unquoted pattern after predicate \`${before}'?`;
    throw new CommandFailure(
      `paths must precede expression: \`${name}'${/^-i?(?:name|path)$/.test(before) ? hint : ''}`,
    );
  }

  private option(name: string): Test | undefined {
    const { settings } = this;
    if (name === '-maxdepth') settings.most = this.level(name);
    else if (name === '-mindepth') settings.least = this.level(name);
    else if (name === '-depth' || name === '-d') settings.depth = true;
    else if (name === '-follow') settings.follow = 'always';
    else if (name === '-regextype') {
      const type = this.value(name);
      if (!REGEX_TYPES.includes(type))
        throw new CommandFailure(
          `Unknown regular expression type ${quoted(type)}; valid types are ${REGEX_TYPES.map(quoted).join(', ')}.`,
        );
    } else if (!['-daystart', '-mount', '-xdev', '-noleaf', '-ignore_readdir_race', '-warn', '-nowarn'].includes(name))
      return undefined;
    return () => true;
  }

  private matcher(name: string): Test | undefined {
    const ignoreCase = name.startsWith('-i');
    switch (name) {
      case '-name':
      case '-iname': {
        const matches = patternRegExp(this.value(name), { ignoreCase, extended: false });
        return ({ path }) => matches.test(nameOf(path));
      }
      case '-path':
      case '-wholename':
      case '-ipath':
      case '-iwholename': {
        const matches = patternRegExp(this.value(name), { ignoreCase, extended: false });
        return ({ path }) => matches.test(path);
      }
      case '-lname':
      case '-ilname': {
        const matches = patternRegExp(this.value(name), { ignoreCase, extended: false });
        return ({ path, stat }, { context }) =>
          stat.type === 'symlink' && matches.test(context.sys.readlink(context.path(path)));
      }
      case '-regex':
      case '-iregex': {
        const extended = /posix-extended|egrep|posix-egrep/.test(this.args.join(' '));
        const pattern = this.value(name);
        const expression = posixRegExp(
          extended ? pattern : basicOfEmacs(pattern),
          ignoreCase ? 'i' : '',
          extended ? 'extended' : 'basic',
        );
        const whole = longestRegExp(`^(?:${expression.source})$`, expression.flags);
        return ({ path }) => whole.test(path);
      }
      case '-type':
      case '-xtype': {
        const wanted = this.value(name).split(',');
        if (wanted.some((one) => !/^[bcdflps]$/.test(one)))
          throw new CommandFailure(`Unknown argument to -type: ${wanted.find((one) => !/^[bcdflps]$/.test(one))}`);
        return ({ stat, path }, { context }) =>
          wanted.includes(
            LETTERS[(name === '-xtype' ? (target(context, context.path(path)) ?? stat) : stat).type] ?? '',
          );
      }
      case '-size': {
        const [, count = '', unit = 'b'] = /^([-+]?\d+)([bcwkMG]?)$/.exec(this.value(name)) ?? [];
        const [compare, size] = [compares(count, name), SIZES[unit || 'b'] ?? 512];
        return ({ stat }) => compare(Math.ceil((stat.type === 'directory' ? 4096 : stat.size) / size));
      }
      case '-perm':
        return permission(this.value(name));
      case '-links':
      case '-inum': {
        const compare = compares(this.value(name), name);
        return ({ stat }) => compare(name === '-links' ? stat.links : stat.ino);
      }
      case '-samefile': {
        const follows = this.settings.follow !== 'never';
        const { ino } = this.context.sys.stat(this.context.path(this.value(name)), follows);
        return ({ stat }) => stat.ino === ino;
      }
      case '-fstype':
        return this.value(name) === 'tmpfs' ? () => true : () => false;
      case '-user':
      case '-group':
        return this.ownedBy(name, this.value(name));
      case '-uid':
      case '-gid': {
        const compare = compares(this.value(name), name);
        return () => compare(OWNER);
      }
      default:
        return this.timed(name);
    }
  }

  /** There is only one user, and one group of the same name. */
  private ownedBy(name: string, owner: string): Test {
    const own = [this.context.env.USER ?? 'user', String(OWNER)].includes(owner);
    if (!own && !/^\d+$|^root$/.test(owner))
      throw new CommandFailure(
        name === '-user'
          ? `‘${owner}’ is not the name of a known user`
          : `‘${owner}’ is not the name of an existing group`,
      );
    return () => own;
  }

  private timed(name: string): Test | undefined {
    const age = /^-[acm](time|min)$/.exec(name)?.[1];
    if (age) {
      const value = this.value(name);
      const compare = compares(value, name);
      // Of days, only whole ones count; of minutes also parts, and without a sign the one that has begun.
      const [unit, counted] =
        age === 'time' ? [86_400_000, Math.floor] : [60_000, /^[-+]/.test(value) ? Number : Math.ceil];
      return ({ stat }, { now }) => compare(counted((now - askedTime(stat, name[1])) / unit));
    }
    if (/^-[ac]?newer$/.test(name) || /^-newer[acm][acm]$/.test(name)) {
      const path = this.value(name);
      const found = target(this.context, this.context.path(path));
      if (!found) throw new CommandFailure(`‘${path}’: No such file or directory`);
      const [own, other] = /^-newer(.)(.)$/.exec(name)?.slice(1) ?? [name[1], 'm'];
      return ({ stat }) => askedTime(stat, own) > askedTime(found, other);
    }
    if (/^-newer[acm]t$/.test(name)) {
      const since = parseDate(this.value(name), Date.now(), this.context.env.TZ ?? '');
      return ({ stat }) => askedTime(stat, name[6]) > since;
    }
    return undefined;
  }

  private action(name: string): Test | undefined {
    const { settings } = this;
    const acts = (test: Test): Test => {
      settings.acts = true;
      return test;
    };
    switch (name) {
      case '-print':
      case '-print0':
        return acts(({ path }, { context }) => {
          context.out.write(path + (name === '-print0' ? '\0' : '\n'));
          return true;
        });
      case '-printf': {
        const format = this.value(name);
        return acts((entry, walk) => {
          walk.context.out.write(printfLine(format, entry, walk.context));
          return true;
        });
      }
      case '-fprint':
      case '-fprint0':
      case '-fprintf': {
        const out = this.context.create(this.value(name));
        const format = name === '-fprintf' ? this.value(name) : name === '-fprint' ? '%p\\n' : '%p\\0';
        settings.atEnd.push(() => out.close());
        return acts((entry, walk) => {
          out.write(printfLine(format, entry, walk.context));
          return true;
        });
      }
      case '-ls':
        return acts((entry, walk) => {
          walk.context.out.write(lsLine(entry, walk));
          return true;
        });
      case '-delete':
        settings.depth = true;
        return acts(async ({ path }, walk) => {
          const { context } = walk;
          try {
            if (path !== '.') context.sys.remove(context.path(path));
            return true;
          } catch (error) {
            walk.status = await context.fail(`cannot delete ‘${path}’: ${errorText(error)}`);
            return false;
          }
        });
      case '-exec':
      case '-execdir':
      case '-ok':
      case '-okdir':
        return acts(this.execution(name));
      default:
        return undefined;
    }
  }

  private execution(name: string): Test {
    const argv: string[] = [];
    for (;;) {
      const word = this.args[this.at++];
      if (word === undefined) throw new CommandFailure(`missing argument to \`${name}'`);
      if (word === ';') break;
      if (word === '+' && argv.at(-1) === '{}') return this.gathered(argv.slice(0, -1), name);
      argv.push(word);
    }
    if (argv.length === 0) throw new CommandFailure(`missing argument to \`${name}'`);
    const inFolder = name.endsWith('dir');
    return async ({ path }, walk) => {
      const { context } = walk;
      const shown = inFolder ? `./${nameOf(path)}` : path;
      const words = argv.map((word) => word.replaceAll('{}', shown));
      if (name.startsWith('-ok') && !(await confirmed(context, `< ${argv[0]} ... ${path} > ?`))) return false;
      const folder = context.path(path).replace(/\/[^/]*$/, '') || '/';
      return (await run(walk, words, inFolder ? folder : context.cwd)) === 0;
    };
  }

  private gathered(argv: readonly string[], name: string): Test {
    const paths: string[] = [];
    const byFolder = name === '-execdir';
    this.settings.atEnd.push(async (walk) => {
      for (let at = 0; at < paths.length; at += 2000) {
        const code = await run(walk, [...argv, ...paths.slice(at, at + 2000)], walk.context.cwd);
        if (code !== 0) walk.status = 1;
      }
    });
    return ({ path }) => {
      paths.push(byFolder ? `./${nameOf(path)}` : path);
      return true;
    };
  }
}

async function run(walk: Walk, argv: readonly string[], cwd: string): Promise<number> {
  const { context } = walk;
  walk.runs += 1;
  const fds = new Descriptors(context.fds.entries());
  try {
    return await context.run(argv, { cwd, fds });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return context.fail(error.message);
  } finally {
    fds.closeAll();
  }
}

function permission(text: string): Test {
  const [, sign = '', mode = ''] = /^([-/]?)(.*)$/.exec(text) ?? [];
  const wanted = changedMode(mode, 0, false, 0);
  return ({ stat }) => {
    const has = stat.mode & 0o7777;
    return sign === '-'
      ? (has & wanted) === wanted
      : sign === '/'
        ? wanted === 0 || (has & wanted) !== 0
        : has === wanted;
  };
}

const PLAIN: Readonly<Record<string, Test>> = {
  '-true': () => true,
  '-false': () => false,
  '-empty': ({ path, stat }, { context }) =>
    stat.type === 'directory'
      ? context.sys.list(context.path(path)).length === 0
      : stat.type === 'file' && stat.size === 0,
  '-prune': (_, walk) => (walk.prune = true),
  '-quit': () => {
    throw new Quit();
  },
  '-executable': ({ stat }) => stat.type === 'directory' || (stat.mode & 0o111) !== 0,
  '-readable': () => true,
  '-writable': () => true,
  '-nouser': () => false,
  '-nogroup': () => false,
};
