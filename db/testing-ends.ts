/** When what a helper of tests has opened closes again, in every runner. */

/** Closes something that a helper has opened. */
export type CleanUp = () => unknown;

let register: (cleanUp: CleanUp) => void = () => {
  throw new Error('no test runner has said how it registers clean-up');
};

/** Says how the runner registers clean-up; its set-up calls this before any helper is used. */
export function setRegister(registerWithRunner: (cleanUp: CleanUp) => void): void {
  register = registerWithRunner;
}

/** Runs `cleanUp` when the running test ends; outside of a test, when its file ends. The last registered runs first. */
export function whenDone(cleanUp: CleanUp): void {
  register(cleanUp);
}
