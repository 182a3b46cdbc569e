import { Bash, defineCommand } from 'just-bash/browser';
import { messageOf } from '@/lib/protocol/message-of';
import { WORKDIR } from '../kernel/layout';
import type { Children } from '../program/children';
import type { SysClient } from '../protocol/sys-client';
import type { HttpClient } from '../http/http-client';
import { makeLocalFetch } from './local-fetch';
import { npmCommand } from './npm-command';
import { programCommand } from './program-command';
import { shellFs } from './shell-fs';
import { CWD_COMMAND, streamScript } from './stream-statements';

/** Higher than just-bash's own: an endless loop is ended from outside here. */
const LIMITS = { maxCommandCount: 20_000_000, maxLoopIterations: 10_000_000 };

const BASE_ENV = {
  HOME: WORKDIR,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  SHELL: '/bin/bash',
  USER: 'user',
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
};

export interface ScriptResult {
  code: number;
  cwd: string;
  env: Record<string, string>;
}

/** One just-bash over the kernel's files, whose output goes out while the script runs. */
export class ShellRuntime {
  private readonly bash: Bash;
  private streamNext = false;
  private movedTo: string | undefined;
  /** Where typed input goes while a program has it. */
  foreground: ((text: string | null) => void) | undefined;

  constructor(
    private readonly sys: SysClient,
    children: Children,
    private readonly cwd: string,
    env: Record<string, string>,
    client: HttpClient,
  ) {
    this.bash = new Bash({
      fs: shellFs(sys, (fd, text) => this.show(fd, text)),
      cwd,
      env: { ...BASE_ENV, ...env },
      executionLimits: LIMITS,
      fetch: makeLocalFetch(client),
      customCommands: [
        programCommand('node', children, (write) => (this.foreground = write)),
        programCommand('git', children, () => undefined),
        npmCommand(() => (this.streamNext = true)),
        defineCommand(CWD_COMMAND, async ([status], context) => {
          this.movedTo = context.cwd;
          return { stdout: '', stderr: '', exitCode: Number(status) };
        }),
      ],
    });
    this.bash.registerTransformPlugin({
      name: 'stream',
      transform: ({ ast }) => {
        if (!this.streamNext) return { ast };
        this.streamNext = false;
        return { ast: streamScript(ast) };
      },
    });
  }

  /** The syntax tree; throws with the shell's message if the script has an error. */
  parse(script: string) {
    return this.bash.transform(script).ast;
  }

  show(fd: 1 | 2, text: string): void {
    if (text) this.sys.output(fd, text);
  }

  /** Runs a script to its end; never throws. */
  async run(script: string, stdin: string, signal: AbortSignal): Promise<ScriptResult> {
    this.streamNext = true;
    try {
      const { exitCode, stdout, stderr, env } = await this.bash.exec(script, { rawScript: true, stdin, signal });
      this.show(1, stdout);
      this.show(2, stderr);
      const cwd = env.PWD !== undefined && env.PWD !== this.cwd ? env.PWD : (this.movedTo ?? this.cwd);
      return { code: exitCode, cwd, env };
    } catch (error) {
      this.show(2, `bash: ${messageOf(error)}\n`);
      return { code: 1, cwd: this.movedTo ?? this.cwd, env: {} };
    }
  }
}
