import { strftime } from '../../builtins/strftime';
import { collector } from '../../io/open-file';
import { concat, decode } from '../../../../bytes-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { pause } from './run';

const SPEC =
  'b c d:: e g n: p q: t w x beep=b color=c differences::=d errexit=e chgexit=g interval:=n precise=p equexit:=q no-title=t no-wrap=w exec=x';

/** `watch`: runs a command again and again, and shows what it prints, as much as fits on the screen. */
export const watch: Command = async (context) => {
  const options = parseOptions(context.args, SPEC, { stopAtOperand: true });
  if (options.operands.length === 0) throw new UsageFailure('missing command');
  const seconds = Number((options.get('n') ?? '2').replace(',', '.'));
  if (Number.isNaN(seconds)) throw new CommandFailure(`failed to parse argument: '${options.get('n') ?? ''}'`);
  const [enter, leave] = context.out.terminal ? ['\x1b[?1049h', '\x1b[?1049l'] : ['', ''];
  context.out.write(enter);
  let before: string | undefined;
  let same = 0;
  try {
    for (;;) {
      const { status, text } = await outcomeOf(context, options);
      await show(context, options, seconds, text);
      if (status !== 0 && options.has('e')) return status;
      same = text === before ? same + 1 : 0;
      if (options.has('g') && before !== undefined && same === 0) return 0;
      if (options.has('q') && same >= Number(options.get('q'))) return 0;
      before = text;
      await pause(context, Math.max(0.1, seconds) * 1000);
    }
  } finally {
    context.out.write(leave);
    await context.out.flush();
  }
};

async function outcomeOf(
  context: CommandContext,
  { has, operands }: ParsedOptions,
): Promise<{ status: number; text: string }> {
  const { file, parts } = collector();
  const fds = context.fds.clone();
  fds.set(1, file);
  fds.set(2, file);
  try {
    const status = await context.run(has('x') ? operands : ['sh', '-c', operands.join(' ')], { fds });
    return { status, text: decode(concat(parts)) };
  } finally {
    fds.closeAll();
  }
}

async function show(
  context: CommandContext,
  { has, operands }: ParsedOptions,
  seconds: number,
  text: string,
): Promise<void> {
  const { out, size, env } = context;
  const columns = Number(size.cols);
  const now = Date.now();
  const zone = env.TZ ?? '';
  const left = `Every ${seconds.toFixed(1)}s: ${operands.join(' ')}`;
  const right = `${env.HOSTNAME ?? 'sandbox'}: ${strftime('%a %b %e %H:%M:%S %Y', now, zone)}`;
  const title = has('t')
    ? []
    : [left.slice(0, Math.max(0, columns - right.length - 1)).padEnd(columns - right.length) + right, ''];
  const lines = [...title, ...text.replace(/\n$/, '').split('\n')];
  const shown = out.terminal
    ? `\x1b[H${lines
        .slice(0, Number(size.rows))
        .map((line) => `${has('w') ? line.slice(0, columns) : line}\x1b[K`)
        .join('\r\n')}\x1b[J`
    : `${lines.join('\n')}\n`;
  out.write(shown);
  await out.flush();
}
