/** The public face of sample. */
export { makeSampleData, type SampleSetup } from './sample-data.ts';
