/** The parts of WebAssembly that we use; Node 24's types leave them to the browser's. */
declare const WebAssembly: {
  compile: (bytes: Uint8Array) => Promise<object>;
  instantiate: (compiled: object, imports: Readonly<Record<string, object>>) => Promise<object>;
};
