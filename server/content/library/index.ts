export { libraryCalls } from './calls.ts';
export { replacingCalls } from './replacing-calls.ts';
export { useCalls } from './use-calls.ts';
export { mediaOfType, purposeOfType } from './upload-types.ts';
