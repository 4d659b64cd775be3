/** What other features may use of tutorials. */
export { shownTutorial } from './calls.ts';
export { tutorialPath } from './tutorials.ts';
