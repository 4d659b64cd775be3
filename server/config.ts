/** The environment, parsed once. */
export type Config = {
  port: number;
};
