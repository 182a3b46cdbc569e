import type { ScriptNode } from 'just-bash';

/** Parses a script. Throws the parser's errors. */
export type Parse = (script: string) => ScriptNode;

let loading: Promise<Parse> | undefined;

/** Loads the shell parser, once: it is almost a megabyte of code. After a failure, the next call tries again. */
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
