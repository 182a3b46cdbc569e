import * as z from 'zod';
import { HttpFrameSchema } from './http';
import { SignalSchema } from './signals';

const path = z.string().max(4096);
const id = z.number().int().positive();
const env = z.record(z.string(), z.string());
/** A chunk of the messages on the channel that `fork` creates; `null` ends them. */
const messages = z.string().nullable();
const output = z.union([z.literal(1), z.literal(2)]);
const size = z.object({ cols: z.number(), rows: z.number() });
/** Those of a program's standard streams that are the terminal. */
export const TtySchema = z.array(z.union([z.literal(0), z.literal(1), z.literal(2)])).max(3);
export type Tty = z.infer<typeof TtySchema>;
/** How the paths of streams begin that are sockets, as a program's pipes to its children are. */
export const SOCKET = 'socket:';
/** Where each of a program's standard streams leads; null where that is no file. */
export const StreamPathsSchema = z.array(path.nullable()).max(3);
export type StreamPaths = z.infer<typeof StreamPathsSchema>;

/** Whether a standard stream is a socket, as of a program that another one has spawned. */
export const isSocket = ({ paths }: { paths?: StreamPaths | undefined }, fd: number): boolean =>
  paths?.[fd]?.startsWith(SOCKET) === true;

/** A frame of an exchange, and whether the program is its client or its server. */
const http = z.object({ t: z.literal('http'), side: z.enum(['client', 'server']), id, frame: HttpFrameSchema });

/** A thread of a program: its id, the program's pid, its end of their port, which is transferred with the message, and its limits. */
const ThreadSchema = z.object({
  id,
  pid: id,
  port: z.instanceof(MessagePort),
  limits: z.array(z.number()).max(4),
});

/** What an interactive shell keeps between commands, even if its worker is replaced. */
const ShellMemorySchema = z.object({ cwd: path, env, history: z.array(z.string()), status: z.number() });
export type ShellMemory = z.infer<typeof ShellMemorySchema>;

/** A worker's messages to the kernel. `syscall` waits on the shared memory, the others do not. */
export const WorkerMessageSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('syscall'), request: z.unknown() }),
  z.object({ t: z.literal('more') }),
  /** `signal`: the signal by which the program ended itself. */
  z.object({ t: z.literal('exit'), code: z.number().int(), signal: SignalSchema.optional() }),
  z.object({
    t: z.literal('spawn'),
    id,
    command: path,
    args: z.array(z.string()),
    cwd: path,
    env,
    /** Output goes to the parent's output. */
    inheritOutput: z.boolean(),
    /** Input comes from the parent's input. */
    inheritInput: z.boolean(),
    tty: TtySchema.optional(),
    paths: StreamPathsSchema.optional(),
    /** It goes on when its parent ends. */
    detached: z.boolean().optional(),
    /** The process ids of the program and its parent, as the parent numbers them. */
    pid: id.optional(),
    ppid: id.optional(),
    argv0: z.string().optional(),
    thread: ThreadSchema.optional(),
  }),
  z.object({ t: z.literal('child-input'), id, text: z.string().nullable() }),
  /** `group`: also for what the child has started, as a terminal sends it. */
  z.object({ t: z.literal('child-kill'), id, signal: SignalSchema, group: z.boolean().optional() }),
  z.object({ t: z.literal('child-messages'), id, text: messages }),
  /** Nobody reads this output of a child any more. */
  z.object({ t: z.literal('child-unread'), id, fd: output }),
  /** To the program that started this one. */
  z.object({ t: z.literal('parent-messages'), text: messages }),
  /** Signals that the program handles itself. */
  z.object({ t: z.literal('handles'), signals: z.array(z.string()) }),
  z.object({ t: z.literal('memory'), memory: ShellMemorySchema }),
  http,
  z.object({ t: z.literal('unlisten'), port: z.number() }),
  /** Asks for the changes of a file, or of a folder and all below it. */
  z.object({ t: z.literal('watch'), id, path }),
  z.object({ t: z.literal('unwatch'), id }),
  /** From now on, all of its input is read as it arrives. */
  z.object({ t: z.literal('reads') }),
  /** It has read this many more characters of what arrived. */
  z.object({ t: z.literal('took'), chars: z.number().int().positive() }),
  /** Of what it got when it asked for input, it has not read the last characters: they are for whoever reads next. */
  z.object({ t: z.literal('unread'), chars: z.number().int().positive() }),
  /** The program has set the terminal that it runs at to raw mode, or back. */
  z.object({ t: z.literal('raw-mode'), raw: z.boolean() }),
  /** Responds to an interrupt: the worker is not stuck. */
  z.object({ t: z.literal('alive') }),
]);
export type WorkerMessage = z.infer<typeof WorkerMessageSchema>;

const ProcessSpecSchema = z.object({
  pid: id,
  ppid: id,
  /** The first of the process ids that it may give to the programs it starts. */
  firstPid: id,
  command: path,
  args: z.array(z.string()),
  cwd: path,
  env,
  /** What it is called by whoever started it, if that is not the command. */
  argv0: z.string().optional(),
  /** The terminal whose shell it is. */
  terminal: size.optional(),
  /** The terminal that a program started by that shell runs at. */
  tty: size.extend({ streams: TtySchema }).optional(),
  paths: StreamPathsSchema.optional(),
  thread: ThreadSchema.optional(),
  memory: ShellMemorySchema.optional(),
});
export type Thread = z.infer<typeof ThreadSchema>;
export type ProcessSpec = z.infer<typeof ProcessSpecSchema>;

/** The kernel's messages to a worker. */
export const KernelToWorkerSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('start'), memory: z.instanceof(SharedArrayBuffer), spec: ProcessSpecSchema }),
  /** `at`: where in the input this part begins, if it does not follow the one before. */
  z.object({ t: z.literal('input'), text: z.string().nullable(), at: z.number().optional() }),
  z.object({ t: z.literal('signal'), signal: SignalSchema }),
  z.object({ t: z.literal('child-output'), id, fd: output, text: z.string() }),
  /** How many characters of its input it has read so far. */
  z.object({ t: z.literal('child-taken'), id, taken: z.number() }),
  /** `signal`: the signal that ended it; `taken`: how many characters of its input it has read. */
  z.object({
    t: z.literal('child-exit'),
    id,
    code: z.number(),
    signal: SignalSchema.optional(),
    taken: z.number(),
  }),
  z.object({ t: z.literal('child-messages'), id, text: messages }),
  z.object({ t: z.literal('parent-messages'), text: messages }),
  z.object({ t: z.literal('resize'), size }),
  /** For the shell at a terminal: a program there gets each key as it is, or no longer does. */
  z.object({ t: z.literal('raw-mode'), raw: z.boolean() }),
  z.object({
    t: z.literal('changes'),
    changes: z.array(z.object({ id, type: z.enum(['rename', 'change']), path: z.string() })),
  }),
  http,
]);
export type KernelToWorker = z.infer<typeof KernelToWorkerSchema>;
