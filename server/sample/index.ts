/** What other features may use of sample. */
export { makeSampleData, type SampleSetup } from './sample-data.ts';
