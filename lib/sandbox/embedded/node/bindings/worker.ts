import type { Child } from '../../program/children';
import { PORT_END } from './port-wire';
import type { NodeProgram } from '../program';
import { facts } from '../library';
import { isOfProcess, NodeOptions } from '../options';
import { isCallback, type Binding } from '../binding';
import { Handle } from './handle';
import type { PortOf } from './messaging';
import { MessageChannel } from '../native';

/** Milliseconds within which a thread's last messages arrive after it has ended. */
const LAST_WORDS_MS = 200;
/** A thread's limits unless it is given others: its young and old generations, its code and its stack, in MiB. */
const LIMITS = [48, 4096, 0, 4] as const;
/** Distinguishes the ids of a thread's own threads from those of the program. */
const PER_THREAD = 1000;

const later = globalThis.setTimeout.bind(globalThis);

/** `internalBinding('worker')`: each thread is its own `node`, with a port to the program that started it. */
export function worker(program: NodeProgram, portOf: () => PortOf): Binding {
  const { thread } = program.spec;
  let started = (thread?.id ?? 0) * PER_THREAD;
  let toParent: object | undefined;

  class Worker extends Handle {
    readonly threadId = ++started;
    readonly messagePort: object;
    onexit: unknown = null;
    readonly #channel = new MessageChannel();
    readonly #env: Record<string, string>;
    readonly #execArgv: string[];
    readonly #limits: number[];
    readonly invalidExecArgv: string[] | undefined;
    #child: Child | undefined;
    #stopped = false;
    /** Whether it has said anything. */
    #runs = false;
    #silent = false;
    #exit: (() => void) | undefined;

    constructor(
      _url: unknown,
      env: Record<string, string> | null,
      execArgv: string[] | undefined,
      limits?: Float64Array,
    ) {
      super();
      this.#env = { ...(env ?? program.env) };
      this.#execArgv = execArgv ?? program.options.execArgv;
      this.#limits = LIMITS.map((usual, at) => (Number(limits?.[at]) > 0 ? Number(limits?.[at]) : usual));
      const refused = execArgv && new NodeOptions(execArgv, {}).refused?.message;
      if (refused !== undefined) this.invalidExecArgv = [/^node: bad option: (.*)/.exec(refused)?.[1] ?? refused];
      const whole = execArgv?.filter(isOfProcess) ?? [];
      if (whole.length > 0) this.invalidExecArgv = whole;
      this.#channel.port1.addEventListener('message', () => (this.#runs = true), { once: true });
      this.messagePort = portOf()(this.#channel.port1, () => {
        this.#silent = true;
        this.#exit?.();
      });
    }

    startThread(): void {
      this.setActive(true);
      this.#child = program.children.start({
        command: 'node',
        args: [...this.#execArgv],
        cwd: program.cwd,
        env: this.#env,
        inheritOutput: true,
        inheritInput: false,
        thread: {
          id: this.threadId,
          pid: thread?.pid ?? program.spec.pid,
          port: this.#channel.port2,
          limits: this.#limits,
        },
        onOutput: () => undefined,
        onExit: (code) => this.#ended(code),
      });
    }

    stopThread(): void {
      this.#stopped = true;
      this.#child?.kill('SIGKILL');
    }

    getResourceLimits(): Float64Array {
      return Float64Array.from(this.#limits);
    }

    loopStartTime(): number {
      return 0;
    }

    loopIdleTime(): number {
      return 0;
    }

    /** The kernel may report the end before the thread's last message arrives. */
    #ended(code: number): void {
      this.#exit = () => {
        this.#exit = undefined;
        program.loop.complete(() =>
          this.run(() => {
            this.setActive(false);
            const { onexit } = this;
            if (isCallback(onexit)) onexit.call(this, this.#stopped ? Number(this.#runs) : code);
          }),
        );
      };
      if (this.#stopped || this.#silent) this.#exit();
      else later(() => this.#exit?.(), LAST_WORDS_MS);
    }
  }

  return {
    ...facts.bindings.worker,
    isMainThread: !thread,
    ownsProcessState: !thread,
    threadId: thread?.id ?? 0,
    resourceLimits: Float64Array.from(thread?.limits ?? LIMITS),
    getEnvMessagePort: () => thread && (toParent ??= portOf()(thread.port, () => undefined)),
    Worker,
  };
}

/** A thread's last message. */
export const sayEnd = ({ spec }: Pick<NodeProgram, 'spec'>): void => spec.thread?.port.postMessage(PORT_END);
