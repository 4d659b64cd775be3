/** Text to speech: languages, voices, and speech from a text. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, line, noData, nothing } from '../base/fields.ts';

/** A tag of BCP 47: 'en-US'. */
const language = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'Please choose a language');

/** The languages that have voices, the default one first. */
export const getPollyLanguages = call('get-polly-languages', {
  who: 'createContent',
  shows: [],
  method: 'GET',
  input: nothing,
  data: z.array(z.object({ code: z.string(), name: z.string() })),
});

/** The voices of a language, natural ones first; `note` is a remark about one. */
export const getArtists = call('get-artists', {
  who: 'createContent',
  shows: [],
  input: z.object({ lang_code: language }),
  data: z.array(
    z.object({ voice_id: z.string(), name: z.string(), gender: z.enum(['Female', 'Male']), note: z.string() }),
  ),
});

/** Generates the speech of a text and stores it in the library. */
export const generateTts = call('generate-tts', {
  who: 'createContent',
  changes: ['library'],
  input: z.object({
    text: line('Text', 5_000),
    language_id: language,
    voice_id: z.string().min(1, 'Please choose a voice').max(100),
    /** The client whose corrected pronunciations are used. */
    client_id: id.optional(),
  }),
  data: z.object({ file_url: z.string(), duration_ms: z.number().int() }),
});

/**
 * The parts of a text whose pronunciation differs from their spelling: numbers, symbols, abbreviations, and words
 * corrected for the agency or the client; these have the `id` of their correction.
 */
export const findMisread = call('find-misread', {
  who: 'createContent',
  shows: ['pronunciations'],
  input: z.object({ text: line('Text', 100_000), language_id: language, client_id: id.optional() }),
  data: z.array(z.object({ written: z.string(), spoken: z.string(), id: z.string().nullable() })),
});

/** Corrects the pronunciation of a word in all later speech: for a client, or without one for the whole agency. */
export const savePronunciation = call('save-pronunciation', {
  who: 'createContent',
  changes: ['pronunciations'],
  input: z.object({ client_id: id.optional(), written: line('Word', 100), spoken: line('Pronunciation', 200) }),
  data: z.object({ id: z.string() }),
});

/** Deletes the corrected pronunciation of a word. */
export const deletePronunciation = call('delete-pronunciation', {
  who: 'createContent',
  changes: ['pronunciations'],
  input: z.object({ id }),
  data: noData,
});
