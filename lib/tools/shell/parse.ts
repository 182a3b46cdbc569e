import type { ScriptNode } from 'just-bash';

/** Parses a script; throws what the parser throws. */
export type Parse = (script: string) => ScriptNode;

let loading: Promise<Parse> | undefined;

/** Loads the shell parser, once: it is most of a megabyte of code. What failed to load is tried again next time. */
export function loadParser(): Promise<Parse> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Parse> {
  const { Bash } = await import('just-bash/browser');
  const shell = new Bash();
  return (script) => shell.transform(script).ast;
}
