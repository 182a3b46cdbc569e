/** The old Comlink inside @webcontainer/api, which its runtime must speak. */
declare module '*/@webcontainer/api/dist/vendor/index.js' {
  interface RemoteInstance {
    fs(): Promise<object>;
    previewScript(): Promise<object>;
    runtimeInfo(): Promise<object>;
  }
  export const Comlink: {
    expose(object: object, endpoint: MessagePort): void;
    proxy<T extends object>(object: T): T;
    transfer<T>(value: T, transferables: Transferable[]): T;
    wrap(endpoint: MessagePort): { build(): Promise<RemoteInstance> };
  };
}
