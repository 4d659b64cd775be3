/** The public face of ai-key. */
export { aiMeansOf, refuseAiKey, type AiMeans } from './means.ts';
export {
  aiKeyLast4,
  deleteAiKey,
  findAiSettings,
  openAiKey,
  saveAiKey,
  saveAiLight,
  saveAiSettings,
} from './queries.ts';
