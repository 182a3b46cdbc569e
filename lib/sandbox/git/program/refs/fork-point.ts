import type { Context } from '../setup/context';
import { NO_OID } from '../../store/refs';
import { mergeBases } from './history';
import { readReflog } from './reflog';
import { fullRef } from './revision';

/** The commit at which `tip` left what a ref points to, now or before; undefined if the ref never pointed to it. */
export async function forkPoint(context: Context, name: string, tip: string): Promise<string | undefined> {
  const ref = await fullRef(context, name);
  const now = ref === undefined ? undefined : await context.refs.resolve(ref);
  if (ref === undefined || now === undefined) return undefined;
  const moves = await readReflog(context, ref);
  // What it pointed to before the first entry counts too: a clone notes nothing of it.
  const first = moves.at(-1)?.before;
  const were = [now, ...moves.map(({ after }) => after), ...(first === undefined || first === NO_OID ? [] : [first])];
  const [base, other] = await mergeBases(context, [tip, ...were]);
  return other === undefined && base !== undefined && were.includes(base) ? base : undefined;
}
