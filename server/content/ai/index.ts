/** Writes texts with AI, with an agency's own key and within its monthly limit. */
export { aiWritingCalls } from './calls.ts';
export { aiSettingsCalls } from './settings-calls.ts';
export { aiMeansOf, refuseAiKey, type AiMeans } from './means.ts';
export {
  aiKeyLast4,
  deleteAiKey,
  findAiSettings,
  openAiKey,
  saveAiKey,
  saveAiLight,
  saveAiSettings,
} from './key-queries.ts';
export { modelFor } from './models.ts';
export { oldRequests } from './request-queries.ts';
export { spend } from './spend.ts';
