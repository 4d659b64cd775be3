import { z } from 'zod';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { frequencies } from '#rules/planning.ts';
import data from './sample.json' with { type: 'json' };

const shape = z.object({
  clients: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      email: z.string(),
      company: z.string(),
      description: z.string(),
      earningCents: z.number().int(),
      frequency: z.enum(['weekly', 'monthly', 'yearly']),
      /** `fields` are the values that a person types to connect; `site` names the sandbox's site for the address. */
      accounts: z.array(
        z.object({
          network: z.enum(networkIds),
          site: z.string().optional(),
          fields: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ),
  streams: z.array(
    z.object({
      key: z.string(),
      type: z.enum(streamTypes),
      title: z.string(),
      tags: z.string(),
      description: z.string(),
      /** `picture` names a drawing in pictures/. */
      items: z.array(z.object({ title: z.string(), text: z.string(), picture: z.string().optional() })),
    }),
  ),
  schedules: z.array(
    z.object({
      client: z.string(),
      stream: z.string(),
      networks: z.array(z.enum(networkIds)),
      frequency: z.enum(frequencies),
      repurpose: z.boolean(),
      start: z.union([z.object({ inMinutes: z.number() }), z.object({ inDays: z.number(), at: z.string() })]),
    }),
  ),
});

/** The sample agency's content. The keys are those of the sandbox's README; they do not work in the real world. */
export const sample = shape.parse(data);
/** The content of a sample agency. */
export type Sample = z.output<typeof shape>;
