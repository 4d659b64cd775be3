/** When what a helper of tests has opened closes again, in every runner. */
import { after } from 'node:test';

/** Closes something that a helper has opened. */
export type CleanUp = () => unknown;

// The browser tests still run with node:test.
let register: (cleanUp: CleanUp) => void = (cleanUp) => {
  after(async () => {
    await cleanUp();
  });
};

/** Says how the runner registers clean-up; its set-up calls this before any helper is used. */
export function setRegister(registerWithRunner: (cleanUp: CleanUp) => void): void {
  register = registerWithRunner;
}

/** Runs `cleanUp` when the running test ends; outside of a test, when its file ends. The last registered runs first. */
export function whenDone(cleanUp: CleanUp): void {
  register(cleanUp);
}
