// oxlint-disable typescript/no-extraneous-class -- Node's JavaScript looks for these classes
import { MessageChannel as NativeChannel, structuredClone } from './native';
import type { EventLoop } from '../event-loop';
import { isCallback, type Binding } from './binding';
import { Handle } from './handle';
import { END, withoutPorts, withPortsBack, type Wire } from './port-wire';
import { symbols } from './util';

const nativeClone = structuredClone;

type Deserialize = (info: string) => unknown;
type NativePort = InstanceType<typeof globalThis.MessagePort>;

/** A port of Node's at the end of one of the browser's. `onEnd` is called when the thread there is over. */
export type PortOf = (native: NativePort, onEnd?: () => void) => object;

/** `internalBinding('messaging')`: ports within one program, and to its threads. */
export function messaging(
  loop: EventLoop,
  host: { emitMessage(): unknown; domException(): unknown },
): Binding & { portOf: PortOf } {
  let makeObject: Deserialize | undefined;
  const cloneSymbol = symbols.messaging_clone_symbol ?? '';
  const rebuildSymbol = symbols.messaging_deserialize_symbol ?? '';

  /** A copy, also of objects with Node's own clone methods at the top. */
  const copy = (value: unknown, transfer: unknown[] = []): unknown => {
    const ports = transfer.filter((one) => one instanceof MessagePort);
    const take: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, cloneSymbol) : undefined;
    if (isCallback(take) && makeObject) {
      const { data, deserializeInfo } = Object(take.call(value));
      return rebuilt(String(deserializeInfo), data);
    }
    if (ports.length > 0) return withPorts(value, ports);
    return nativeClone(value, { transfer: transfer.filter((one): one is Transferable => one instanceof ArrayBuffer) });
  };

  const rebuilt = (info: string, data: unknown): unknown => {
    const made: unknown = makeObject?.(info);
    const rebuild: unknown = Reflect.get(Object(made), rebuildSymbol);
    if (isCallback(rebuild)) rebuild.call(made, data);
    return made;
  };

  /** Node gives ports another prototype chain, so what is a handle in one stands beside it. */
  class PortHandle extends Handle {
    onStop: () => void = () => undefined;

    activate(active: boolean): void {
      this.setActive(active);
    }

    call(task: () => void): void {
      this.run(task);
    }

    protected override stop(): void {
      this.onStop();
    }
  }

  class MessagePort {
    readonly #handle = new PortHandle();
    #other: MessagePort | undefined;
    /** The other end is in another thread. */
    #native: NativePort | undefined;
    readonly #waiting: { message: unknown; ports: unknown[] }[] = [];
    #started = false;

    constructor() {
      this.#handle.onStop = () => this.#stop();
    }

    ref(): void {
      this.#handle.ref();
    }

    unref(): void {
      this.#handle.unref();
    }

    hasRef(): boolean {
      return this.#handle.hasRef();
    }

    close(done?: unknown): void {
      this.#handle.close(done);
    }

    static pair(): [MessagePort, MessagePort] {
      const [one, two] = [new MessagePort(), new MessagePort()];
      one.#other = two;
      two.#other = one;
      for (const port of [one, two]) port.#begin();
      return [one, two];
    }

    static of(native: NativePort, onEnd?: () => void): MessagePort {
      const port = new MessagePort();
      port.#begin();
      port.#attach(native, onEnd);
      return port;
    }

    #begin(): void {
      const init: unknown = Reflect.get(this, symbols.oninit ?? '');
      if (isCallback(init)) init.call(this);
    }

    #attach(native: NativePort, onEnd: () => void = () => this.close()): void {
      this.#native = native;
      native.onmessage = ({ data }: MessageEvent<{ wire: Wire; ports: NativePort[] } | typeof END>) => {
        if (data === END) {
          loop.complete(onEnd);
          return;
        }
        const ports = data.ports.map((one) => MessagePort.of(one));
        const value = withPortsBack(data.wire, ports);
        const { info } = data.wire;
        this.#waiting.push({ message: info === undefined ? value : rebuilt(info, value), ports });
        this.#schedule();
      };
    }

    /** Sends to another thread. */
    #send(native: NativePort, value: unknown, transfer: readonly unknown[]): void {
      const ports = transfer.filter((one) => one instanceof MessagePort);
      const take: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, cloneSymbol) : undefined;
      const taken = isCallback(take) && Object(take.call(value));
      const wire: Wire = taken
        ? { value: taken.data, info: String(taken.deserializeInfo), places: [] }
        : withoutPorts(value, ports);
      const natives = ports.map((one) => one.#detach());
      const buffers = transfer.filter((one) => one instanceof ArrayBuffer);
      native.postMessage({ wire, ports: natives }, [...natives, ...buffers]);
    }

    /** Gives its end to another thread: what was sent to it goes there. */
    #detach(): NativePort {
      const [native, other] = [this.#native, this.#other];
      this.#native = undefined;
      this.#other = undefined;
      if (native) {
        native.onmessage = null;
        return native;
      }
      const { port1, port2 } = new NativeChannel();
      if (other) {
        other.#other = undefined;
        other.#attach(port1);
        for (const { message, ports } of this.#waiting.splice(0)) other.#send(port1, message, ports);
      }
      return port2;
    }

    postMessage(...args: unknown[]): void {
      if (args.length === 0) throw new TypeError('The "message" argument must be specified');
      const [value, list] = args;
      const transfer: unknown[] = Array.isArray(list)
        ? list
        : Array.isArray(Object(list).transfer)
          ? Object(list).transfer
          : [];
      if (this.#native && !this.#handle.closed) return this.#send(this.#native, value, transfer);
      const message = copy(value, transfer);
      const other = this.#other;
      if (!other || this.#handle.closed) return;
      other.#waiting.push({ message, ports: transfer.filter((one) => one instanceof MessagePort) });
      other.#schedule();
    }

    start(): void {
      this.#started = true;
      this.#handle.activate(true);
      this.#schedule();
    }

    drain(): void {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#emit(next);
    }

    take(): { message: unknown } | undefined {
      return this.#waiting.shift();
    }

    stopReceiving(): void {
      this.#started = false;
      this.#handle.activate(false);
    }

    #schedule(): void {
      if (this.#started && this.#waiting.length > 0)
        loop.complete(() => {
          const next = this.#started ? this.#waiting.shift() : undefined;
          if (next) this.#handle.call(() => this.#emit(next));
        });
    }

    #emit({ message, ports }: { message: unknown; ports: unknown[] }): void {
      const emit: unknown = host.emitMessage();
      if (isCallback(emit)) emit.call(this, message, ports, 'message');
    }

    #stop(): void {
      const other = this.#other;
      this.#other = undefined;
      this.#native?.postMessage(END);
      this.#native?.close();
      this.#native = undefined;
      const closed = () => {
        const end: unknown = Reflect.get(this, symbols.handle_onclose ?? '');
        if (isCallback(end)) end.call(this);
      };
      loop.complete(() => this.#handle.call(closed));
      other?.close();
    }
  }

  class MessageChannel {
    port1: MessagePort;
    port2: MessagePort;
    constructor() {
      [this.port1, this.port2] = MessagePort.pair();
    }
  }

  return {
    portOf: (native, onEnd) => MessagePort.of(native, onEnd),
    MessageChannel,
    MessagePort,
    JSTransferable: class JSTransferable {},
    stopMessagePort: (port: MessagePort) => port.stopReceiving(),
    checkMessagePort: (port: unknown) => port instanceof MessagePort,
    drainMessagePort: (port: MessagePort) => port.drain(),
    receiveMessageOnPort: (port: MessagePort) => {
      const next = port.take();
      return next ? next.message : (symbols.no_message_symbol ?? undefined);
    },
    moveMessagePortToContext: (port: unknown) => port,
    setDeserializerCreateObjectFunction: (make: Deserialize) => void (makeObject = make),
    broadcastChannel: () => new MessagePort(),
    structuredClone: (value: unknown, options: unknown) => copy(value, Object(options).transfer ?? []),
    DOMException: host.domException(),
    exposeLazyDOMExceptionProperty: (target: object) =>
      void Reflect.defineProperty(target, 'DOMException', {
        value: host.domException(),
        writable: true,
        configurable: true,
      }),
  };
}

/** Ports go over as they are: a message of this program to itself. */
function withPorts(value: unknown, ports: unknown[]): unknown {
  if (ports.includes(value)) return value;
  if (Array.isArray(value)) return value.map((one) => withPorts(one, ports));
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPorts(one, ports)]));
  return nativeClone(value);
}
