import type { ApprovalDecision, ApprovalRequest, FileLedger } from '@/lib/ports';
import { sha256, type PermissionMode } from '@/lib/protocol';
import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { coreTools } from '../builtin';
import {
  createDispatcher,
  type Dispatcher,
  type DispatchPhase,
  type CallContext,
  type DispatcherOptions,
  type ResolvedCall,
} from '../dispatch';
import type { PermissionRule } from '../permissions';
import { createRegistry } from '../registry';
import type { AnyTool } from '../tool';

/** Everything a call needs, on a real folder and a real bash, with settings that tests can change. */
export interface Bench {
  readonly sandbox: NativeSandbox;
  readonly dispatcher: Dispatcher;
  readonly shell: { cwd: string; env: Record<string, string> };
  readonly blobs: Map<string, string>;
  readonly output: string[];
  readonly phases: DispatchPhase[];
  readonly asked: ApprovalRequest[];
  readonly rules: PermissionRule[];
  mode: PermissionMode;
  writeRoots: string[];
  answer: (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalDecision>;
  /** Dispatches a call with these arguments; a string is used as the argument text. */
  call(name: string, input: unknown, signal?: AbortSignal): Promise<ResolvedCall>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  bytes(path: string): Promise<Uint8Array>;
  text(path: string): Promise<string>;
}

/** `ports` are added to sandbox, shell, ledger and blobs, or replace them; `options` are passed to the dispatcher. */
export async function createBench(
  tools: readonly AnyTool[] = coreTools,
  ports: Partial<CallContext> = {},
  options: Partial<DispatcherOptions> = {},
): Promise<Bench> {
  const sandbox = await createNativeSandbox();
  const blobs = new Map<string, string>();
  const at = (path: string): string => (path.startsWith('/') ? path : `${sandbox.workdir}/${path}`);
  let calls = 0;
  const bench: Bench = {
    sandbox,
    blobs,
    shell: { cwd: sandbox.workdir, env: {} },
    output: [],
    phases: [],
    asked: [],
    rules: [],
    mode: 'bypassPermissions',
    writeRoots: [],
    answer: async () => ({ behavior: 'allow' }),
    dispatcher: createDispatcher({
      registry: createRegistry(tools),
      permissions: {
        mode: () => bench.mode,
        rules: () => bench.rules,
        ask(request, signal) {
          bench.asked.push(request);
          return bench.answer(request, signal);
        },
        allowAlways: (rule) => bench.rules.push({ behavior: 'allow', rule }),
      },
      contextFor: () => ({
        threadId: 'thread',
        writeRoots: bench.writeRoots,
        sandbox,
        shell: bench.shell,
        ledger,
        blobs: {
          async put(text) {
            const hash = await sha256(text);
            blobs.set(hash, text);
            return hash;
          },
          get: async (hash) => blobs.get(hash),
        },
        ...ports,
      }),
      ...options,
    }),
    call(name, input, signal = new AbortController().signal) {
      const args = typeof input === 'string' ? input : JSON.stringify(input);
      return bench.dispatcher.dispatch(
        { id: `call-${++calls}`, name, args },
        { signal, onPhase: (phase) => bench.phases.push(phase), onOutput: (text) => bench.output.push(text) },
      );
    },
    async write(path, content) {
      const full = at(path);
      await sandbox.fs.mkdir(full.slice(0, full.lastIndexOf('/')), { recursive: true });
      await sandbox.fs.writeFile(full, content);
    },
    bytes: (path) => sandbox.fs.readFile(at(path)),
    text: (path) => sandbox.fs.readFile(at(path), 'utf8'),
  };
  const ledger = memoryLedger();
  return bench;
}

function memoryLedger(): FileLedger {
  const seen = new Map<string, string>();
  return {
    seen: (path) => seen.get(path),
    record: (path, hash) => void seen.set(path, hash),
    forget: (path) => void seen.delete(path),
  };
}
