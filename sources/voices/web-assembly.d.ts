/** The parts of WebAssembly that we use; the types of Node 24 leave it to the browser's. */
declare const WebAssembly: {
  compile: (bytes: Uint8Array) => Promise<object>;
  instantiate: (compiled: object, imports: Readonly<Record<string, object>>) => Promise<object>;
};
