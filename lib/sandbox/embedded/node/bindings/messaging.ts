// oxlint-disable typescript/no-extraneous-class -- Node's JavaScript looks for these classes
import { BroadcastChannel, MessageChannel as NativeChannel, structuredClone } from '../native';
import type { EventLoop } from '../event-loop';
import { isCallback, type Binding } from '../binding';
import { isDetached } from './detached';
import { Handle } from './handle';
import { PORT_END, withHosts, withoutHosts, type PortMessage } from './port-wire';
import { privateSymbols, symbols } from './util';

const nativeClone = structuredClone;

type Deserialize = (info: string) => unknown;
type NativePort = InstanceType<typeof globalThis.MessagePort>;
type NativeChannels = InstanceType<typeof BroadcastChannel>;

/** Wraps one end of a browser's channel as Node's port. `onEnd` is called when the thread at the other end is over. */
export type PortOf = (native: NativePort, onEnd?: () => void) => object;

/** A message to send, with the ports and memory that go with it. */
interface Parcel {
  wire: PortMessage;
  ports: unknown[];
  buffers: ArrayBuffer[];
}

/** Node's own error for a message that cannot be sent. */
const refusal = (code: string, message: string): Error => Object.assign(new TypeError(message), { code });

/** Says that a port is made here: programs make them by channels. */
const OWN = Symbol('own');

/** `internalBinding('messaging')`: ports within one program, and to its threads. `group`: common to all threads of a program. */
export function messaging(
  loop: EventLoop,
  host: { emitMessage(): unknown; domException(): unknown },
  group: string,
): Binding & { portOf: PortOf } {
  let makeObject: Deserialize | undefined;
  const symbolOf = (name: string): symbol => symbols[name] ?? Symbol(name);
  const [cloneSymbol, transferSymbol, listSymbol, rebuildSymbol] = [
    'messaging_clone_symbol',
    'messaging_transfer_symbol',
    'messaging_transfer_list_symbol',
    'messaging_deserialize_symbol',
  ].map(symbolOf) as [symbol, symbol, symbol, symbol];
  const keptSymbol = privateSymbols.untransferable_object_private_symbol ?? '';

  const cloneError = (message: string): unknown =>
    Reflect.construct(Object(host.domException()), [message, 'DataCloneError']);

  /** Node's own objects that its JavaScript can clone or transfer. */
  const own = new WeakSet();
  class JSTransferable {
    constructor() {
      own.add(this);
    }
  }

  /** Takes a message apart. `source`: the port that it is sent through. */
  const pack = (value: unknown, transfer: readonly unknown[], source?: object): Parcel => {
    const given = new Set<unknown>();
    const add = (one: unknown): void => {
      if (typeof one === 'object' && one !== null && Reflect.get(one, keptSymbol) === true) return;
      if (one instanceof ArrayBuffer) {
        if (isDetached(one)) return;
        if (given.has(one)) throw cloneError('Transfer list contains duplicate ArrayBuffer');
      } else if (one instanceof MessagePort) {
        if (one === source) throw cloneError('Transfer list contains source port');
        if (given.has(one)) throw cloneError('Transfer list contains duplicate source port');
        if (!one.isOpen) throw cloneError('MessagePort in transfer list is already detached');
      } else if (typeof one !== 'object' || one === null || !own.has(one))
        throw refusal('ERR_INVALID_TRANSFER_OBJECT', 'Found invalid object in transferList');
      given.add(one);
      const list: unknown = one instanceof ArrayBuffer ? undefined : Reflect.get(Object(one), listSymbol);
      const more: unknown = isCallback(list) && own.has(Object(one)) ? list.call(one) : [];
      if (Array.isArray(more)) for (const each of more) add(each);
    };
    for (const one of transfer) add(one);
    const ports = [...given].filter((one) => one instanceof MessagePort);
    const wire = withoutHosts(
      value,
      (one) => one instanceof MessagePort || own.has(one),
      (one) => {
        if (one instanceof MessagePort && given.has(one)) return { port: ports.indexOf(one) };
        const take: unknown = Reflect.get(one, given.has(one) ? transferSymbol : cloneSymbol);
        if (!isCallback(take))
          throw refusal(
            'ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST',
            'Object that needs transfer was found in message but not listed in transferList',
          );
        const { data, deserializeInfo } = Object(take.call(one));
        return { info: String(deserializeInfo), data };
      },
    );
    return { wire, ports, buffers: [...given].filter((one) => one instanceof ArrayBuffer) };
  };

  const unpack = (wire: PortMessage, ports: readonly unknown[]): unknown =>
    withHosts(wire, ({ port, info = '', data }) => {
      if (port !== undefined) return ports[port];
      const made: unknown = makeObject?.(info);
      const rebuild: unknown = Reflect.get(Object(made), rebuildSymbol);
      if (isCallback(rebuild)) rebuild.call(made, data);
      return made;
    });

  /** Turns the engine's refusal into Node's own error; browsers say first which function refused. */
  const cloning = <T>(clone: () => T): T => {
    try {
      return clone();
    } catch (error) {
      const { name, message } = Object(error);
      throw name === 'DataCloneError'
        ? cloneError(String(message).replace(/^Failed to execute '.*?' on '.*?': /, ''))
        : error;
    }
  };

  const copy = (
    value: unknown,
    transfer: readonly unknown[],
    source?: object,
  ): { message: unknown; ports: unknown[] } => {
    const { wire, ports, buffers } = pack(value, transfer, source);
    return {
      message: unpack(
        cloning(() => nativeClone(wire, { transfer: buffers })),
        ports,
      ),
      ports,
    };
  };

  /** Node changes the prototype chain of ports, so a port holds its handle in a field instead of extending it. */
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
    /** Set if the other end is in another thread. */
    #native: NativePort | undefined;
    #channel: NativeChannels | undefined;
    readonly #waiting: { message: unknown; ports: unknown[] }[] = [];
    #started = false;

    constructor(by?: typeof OWN) {
      if (by !== OWN) throw refusal('ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called');
      this.#handle.onStop = () => this.#stop();
    }

    ref(): void {
      this.#handle.ref();
    }

    unref(): void {
      this.#handle.unref();
    }

    hasRef(): boolean | undefined {
      return this.#handle.closed ? undefined : this.#handle.hasRef();
    }

    get isOpen(): boolean {
      return !this.#handle.closed;
    }

    close(done?: unknown): void {
      this.#handle.close(done);
    }

    static pair(): [MessagePort, MessagePort] {
      const [one, two] = [new MessagePort(OWN), new MessagePort(OWN)];
      one.#other = two;
      two.#other = one;
      for (const port of [one, two]) port.#begin();
      return [one, two];
    }

    static of(native: NativePort, onEnd?: () => void): MessagePort {
      const port = new MessagePort(OWN);
      port.#begin();
      port.#attach(native, onEnd);
      return port;
    }

    /** One of the listeners to a channel. */
    static among(channel: NativeChannels): MessagePort {
      const port = new MessagePort(OWN);
      port.#begin();
      port.#channel = channel;
      channel.onmessage = ({ data }: MessageEvent<PortMessage>) => {
        port.#waiting.push({ message: unpack(data, []), ports: [] });
        port.#schedule();
      };
      return port;
    }

    #begin(): void {
      const init: unknown = Reflect.get(this, symbols.oninit ?? '');
      if (isCallback(init)) init.call(this);
    }

    #attach(native: NativePort, onEnd: () => void = () => this.close()): void {
      this.#native = native;
      native.onmessage = ({ data }: MessageEvent<{ wire: PortMessage; ports: NativePort[] } | typeof PORT_END>) => {
        if (data === PORT_END) {
          loop.complete(onEnd);
          return;
        }
        const ports = data.ports.map((one) => MessagePort.of(one));
        this.#waiting.push({ message: unpack(data.wire, ports), ports });
        this.#schedule();
      };
    }

    /** Sends to another thread. */
    #send(native: NativePort, value: unknown, transfer: readonly unknown[]): void {
      const { wire, ports, buffers } = pack(value, transfer, this);
      const natives = ports.flatMap((one) => (one instanceof MessagePort ? [one.#detach()] : []));
      cloning(() => native.postMessage({ wire, ports: natives }, [...natives, ...buffers]));
    }

    /** Gives this end to another thread; messages sent to it go there. */
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

    /** True if the message was sent. */
    postMessage(...args: unknown[]): true | undefined {
      if (args.length === 0) throw new TypeError('The "message" argument must be specified');
      const [value, list] = args;
      const transfer: unknown[] = Array.isArray(list)
        ? list
        : Array.isArray(Object(list).transfer)
          ? Object(list).transfer
          : [];
      if (this.#handle.closed) {
        // Nobody gets it, but what cannot be cloned is refused all the same.
        copy(value, transfer, this);
        return undefined;
      }
      const channel = this.#channel;
      if (channel) cloning(() => channel.postMessage(pack(value, transfer).wire));
      else if (this.#native) this.#send(this.#native, value, transfer);
      else {
        const sent = copy(value, transfer, this);
        this.#other?.receive(sent);
      }
      return true;
    }

    private receive(message: { message: unknown; ports: unknown[] }): void {
      this.#waiting.push(message);
      this.#schedule();
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
      this.#channel?.close();
      this.#native?.postMessage(PORT_END);
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

  const checked = (port: unknown): MessagePort => {
    if (port instanceof MessagePort) return port;
    throw refusal('ERR_INVALID_ARG_TYPE', 'The "port" argument must be a MessagePort instance');
  };

  return {
    portOf: (native, onEnd) => MessagePort.of(native, onEnd),
    MessageChannel,
    MessagePort,
    JSTransferable,
    stopMessagePort: (port: MessagePort) => port.stopReceiving(),
    checkMessagePort: (port: unknown) => port instanceof MessagePort,
    drainMessagePort: (port: MessagePort) => port.drain(),
    receiveMessageOnPort: (port: unknown) => {
      const next = checked(port).take();
      return next ? next.message : (symbols.no_message_symbol ?? undefined);
    },
    moveMessagePortToContext: (port: unknown) => checked(port),
    setDeserializerCreateObjectFunction: (make: Deserialize) => void (makeObject = make),
    broadcastChannel: (name: string) => MessagePort.among(new BroadcastChannel(`${group} ${name}`)),
    structuredClone(...args: [value?: unknown, options?: unknown]) {
      const [value, options] = args;
      if (args.length === 0)
        throw Object.assign(new TypeError('The value argument must be specified'), { code: 'ERR_MISSING_ARGS' });
      return copy(value, Object(options).transfer ?? []).message;
    },
    DOMException: host.domException(),
    exposeLazyDOMExceptionProperty: (target: object) =>
      void Reflect.defineProperty(target, 'DOMException', {
        value: host.domException(),
        writable: true,
        configurable: true,
      }),
  };
}
