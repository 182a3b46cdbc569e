import { UsageFailure, type Command } from '../context';
import { parseOptions } from '../options';
import { uptime } from './about';

/** `who`: nobody has logged in, as nobody does here. */
export const who: Command = (context) => {
  const { has, operands } = parseOptions(
    context.args,
    'a b d l m p q r s t T w u H all=a boot=b dead=d heading=H login=l lookup process=p runlevel=r short=s time=t mesg=T writable=T message=T users=u count=q',
  );
  const [, , extra] = operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  if (has('q')) context.out.write('\n# users=0\n');
  else if (has('H')) {
    const state = has('T') || has('a') ? '  ' : '';
    const idle = has('u') || has('l') || has('a') ? 'IDLE          PID ' : '';
    context.out.write(`NAME     ${state}LINE         TIME             ${idle}COMMENT${has('a') ? '  EXIT' : ''}\n`);
  }
  return 0;
};

/** `users`: the names of those who have logged in. */
export const users: Command = (context) => {
  const [, extra] = parseOptions(context.args, '').operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  return 0;
};

/** `w`: how long the sandbox has run, and who has logged in. */
export const w: Command = async (context) => {
  const { has } = parseOptions(
    context.args,
    'h u s f o i no-header=h no-current=u short=s from=f old-style=o ip-addr=i',
  );
  if (has('h')) return 0;
  await uptime(context.withArgs([]));
  const from = has('f') ? '  ' : 'FROM             ';
  context.out.write(
    has('s') ? `USER     TTY      ${from} IDLE WHAT\n` : `USER     TTY      ${from}LOGIN@   IDLE   JCPU   PCPU WHAT\n`,
  );
  return 0;
};
