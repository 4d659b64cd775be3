/** The public face of ai-writing. */
export { spend } from './spend.ts';
