/** Text to speech behind one interface for all voices. */

/** A language by its BCP 47 code, with its English name. */
export type Language = { code: string; name: string };

/** A voice; only its own source understands its `id`. */
export type Voice = { id: string; name: string; gender: 'Female' | 'Male' };

/** A speech as WAV (16 bit, one channel), trimmed of silence at both ends and brought to a common level. */
export type Speech = { kind: 'spoken'; wav: Buffer; seconds: number };

/** Why there is no speech: `reason` in words for people, `detail` for the log if an engine or vendor said more. */
export type NoSpeech = { kind: 'not-spoken'; reason: string; detail?: string };

/** The text to be spoken, and the source's voice that speaks it. */
export type SpeechWish = { text: string; voice: string; signal?: AbortSignal };

/** A source of voices: the embedded engines, or a vendor with a key. */
export type VoiceSource = {
  languages: () => Promise<readonly Language[]>;
  /** The voices of a language; none if the source does not speak it. */
  voices: (language: string) => Promise<readonly Voice[]>;
  speak: (wish: SpeechWish) => Promise<Speech | NoSpeech>;
};
