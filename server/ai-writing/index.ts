/** What other features may use of ai-writing. */
export { spend } from './spend.ts';
