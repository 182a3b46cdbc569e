import type { ScriptNode } from 'just-bash';

/** Parses a script; throws what the parser throws. */
export type Parse = (script: string) => ScriptNode;

let loading: Promise<Parse> | undefined;

/** Loads the shell parser when it is first needed: it is most of a megabyte of code. */
export function loadParser(): Promise<Parse> {
  loading ??= import('just-bash/browser').then(({ Bash }) => {
    const shell = new Bash();
    return (script) => shell.transform(script).ast;
  });
  return loading;
}
