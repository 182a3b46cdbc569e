import { facts } from '../library';
import type { Binding } from './binding';

const byNumber = new Map(facts.uvErrors.map(([number, [code, text]]) => [number, { code, text }]));
const byCode = new Map(facts.uvErrors.map(([number, [code]]) => [code, number]));

/** libuv's number of an error code: negative; that of EIO for one it does not know. */
export const errnoOf = (code: string): number => byCode.get(code) ?? byCode.get('EIO') ?? -5;

/** An error as Node's C++ makes it for a failed call of libuv's. */
export function uvError(code: string, syscall: string, path?: string, dest?: string): Error {
  const errno = errnoOf(code);
  const known = byNumber.get(errno);
  const where = `${path === undefined ? '' : ` '${path}'`}${dest === undefined ? '' : ` -> '${dest}'`}`;
  return Object.assign(new Error(`${code}: ${known?.text ?? 'i/o error'}, ${syscall}${where}`), {
    errno,
    code,
    syscall,
    ...(path !== undefined && { path }),
    ...(dest !== undefined && { dest }),
  });
}

/** `internalBinding('uv')`. */
export const uv = (): Binding => ({
  ...facts.bindings.uv,
  ...Object.fromEntries(facts.uvErrors.map(([number, [code]]) => [`UV_${code}`, number])),
  errname: (errno: number) => byNumber.get(errno)?.code ?? `Unknown system error ${errno}`,
  getErrorMap: () => new Map(facts.uvErrors),
});
