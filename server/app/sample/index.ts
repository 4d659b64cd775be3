export { makeSampleData, type SampleSetup } from './sample-data.ts';
