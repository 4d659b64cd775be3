/** The public face of tutorials. */
export { shownTutorial } from './calls.ts';
export { tutorialPath } from './tutorials.ts';
