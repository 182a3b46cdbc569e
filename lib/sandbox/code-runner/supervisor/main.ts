import type { SupervisorStart, ToSupervisor } from '../messages';
import { Supervisor } from './supervisor';

/** The supervisor's worker: receives its port to the page once, from the frame that started it. */
self.addEventListener(
  'message',
  ({ data: { port, codeRunner } }: MessageEvent<SupervisorStart>) => {
    const url = URL.createObjectURL(new Blob([codeRunner], { type: 'text/javascript' }));
    const supervisor = new Supervisor(
      () => new Worker(url),
      (message) => port.postMessage(message),
    );
    port.onmessage = ({ data }: MessageEvent<ToSupervisor>) => supervisor.receive(data);
  },
  { once: true },
);
