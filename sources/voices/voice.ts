/** Text to speech behind one interface, whoever speaks. */

/** A language by its BCP 47 code, named in English. */
export type Language = { code: string; name: string };

/** A voice; `id` means something to its source only. */
export type Voice = { id: string; name: string; gender: 'Female' | 'Male' };

/** A speech as WAV (16 bit, one channel), its silent ends cut off, brought to a common level. */
export type Speech = { kind: 'spoken'; wav: Buffer; seconds: number };

/** Why there is no speech: `reason` in words for people, `detail` for the log where an engine or provider said more. */
export type NoSpeech = { kind: 'not-spoken'; reason: string; detail?: string };

/** The text to be spoken, and which of the source's voices speaks it. */
export type SpeechWish = { text: string; voice: string; signal?: AbortSignal };

/** Somebody who speaks: the embedded engines, or a provider with a key. */
export type VoiceSource = {
  languages: () => Promise<readonly Language[]>;
  /** The voices of a language; none for a language that is not spoken. */
  voices: (language: string) => Promise<readonly Voice[]>;
  speak: (wish: SpeechWish) => Promise<Speech | NoSpeech>;
};
