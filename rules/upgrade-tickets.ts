/** Requests of agencies to the people behind the product: the details each needs and how long it takes. */

/** A field of a request; `most` is its maximum length. */
export type TicketField = Readonly<{
  name: string;
  label: string;
  most: number;
  kind: 'line' | 'text' | 'email' | 'yes';
  hint?: string;
}>;

const line = (name: string, label: string, hint?: string): TicketField => ({
  name,
  label,
  most: 200,
  kind: 'line',
  ...(hint === undefined ? {} : { hint }),
});

/** The requests of each panel. */
export const ticketForms = {
  'reseller-license': {
    title: 'Activate a reseller license',
    wait: 'Please allow up to 2 working days for the activation.',
    fields: [
      line('transaction_id', 'Transaction ID'),
      line('affiliate_id', 'Affiliate ID'),
      { name: 'email', label: 'Email', most: 254, kind: 'email' },
    ],
  },
  'web-hosting': {
    title: 'Ask for web hosting',
    wait: 'Please allow up to 2 working days for an answer.',
    fields: [
      line('transaction_id', 'Transaction ID'),
      line('domain', 'Domain', 'Like example.com'),
      { name: 'email', label: 'Email', most: 254, kind: 'email' },
      line('full_name', 'Full Name'),
      { name: 'usage', label: 'What will the site be used for?', most: 2000, kind: 'text' },
    ],
  },
  'video-promos': {
    title: 'Ask for a video promo',
    wait: 'Please allow up to 5-6 working days. The video is delivered in your account.',
    fields: [
      line('credentials', 'Credentials', 'The email of your account. Never send a password: nobody here asks for one.'),
      { name: 'access', label: 'We may open your account to deliver the video', most: 3, kind: 'yes' },
      { name: 'purpose', label: 'Purpose', most: 2000, kind: 'text' },
      line('template_name', 'Template Name'),
      line('template_number', 'Template Number'),
      line('screenshot', 'Screenshot', 'The address of a picture that shows the template.'),
      { name: 'content', label: 'Content', most: 5000, kind: 'text' },
    ],
  },
} as const satisfies Record<string, { title: string; wait: string; fields: readonly TicketField[] }>;

/** A kind of request: the name of its panel. */
export type TicketKind = keyof typeof ticketForms;

/** Every kind. */
export const ticketKinds = ['reseller-license', 'web-hosting', 'video-promos'] as const satisfies readonly TicketKind[];

/** The state of a request. */
export const ticketStates = ['open', 'answered', 'done', 'denied'] as const;
export type TicketState = (typeof ticketStates)[number];

/** The most open requests of an agency. */
export const mostOpenTickets = 10;

/** The errors in the details of a request, by field; empty if there are none. */
export function ticketErrors(kind: TicketKind, given: Readonly<Record<string, string>>): Record<string, string> {
  const errors: Record<string, string> = {};
  const fields: readonly TicketField[] = ticketForms[kind].fields;
  for (const { name, label, most, kind: how } of fields) {
    const value = given[name]?.trim() ?? '';
    if (how === 'yes' && value !== 'yes') errors[name] = 'Your permission is needed';
    else if (value === '') errors[name] = `${label} is required`;
    else if (value.length > most) errors[name] = `Please use at most ${most} characters`;
    else if (how === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) errors[name] = 'Please enter a valid email';
  }
  return errors;
}
