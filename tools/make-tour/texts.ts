import { z } from 'zod';

const caption = z.object({ says: z.string().min(1), seen: z.string().min(1) });
const card = z.object({ title: z.string().min(1), text: z.string().min(1) });
const shape = z.object({
  title: z.string().min(1),
  language: z.string(),
  /** Whether a voice speaks the captions; a tutorial without one may start by itself. */ voice: z
    .boolean()
    .default(false),
  opening: card,
  acts: z.array(z.object({ key: z.string(), title: z.string().min(1), captions: z.array(caption).min(1) })).min(1),
  closing: card,
});

/**
 * The words of the tutorial (`says`, drawn into it) and a description of what it shows (`seen`, for people who cannot
 * see it), act by act.
 */
export type Texts = z.output<typeof shape>;

/** Reads a tutorial's texts.json; throws if something is missing. */
export const parseTexts = (given: unknown): Texts => shape.parse(given);
