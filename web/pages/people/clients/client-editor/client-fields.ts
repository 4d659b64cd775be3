import type { Data } from '#contract/index.ts';
import { dollars } from '#rules/money.ts';
import { emailProblem } from '../../../../lib/emails.ts';
import { clientPasswordProblem } from '../../../../lib/passwords.ts';

/** A client as the lists return it. */
export type Client = Data<'fetch-app-client'>['items'][number];

/** The fields of the form. `earning` is in dollars, '' while the field is empty. */
export type Fields = {
  name: string;
  email: string;
  password: string;
  earning: number | '';
  frequency: 'weekly' | 'monthly' | 'yearly';
  company: string;
  description: string;
  send: boolean;
  approval: 'none' | 'client';
  /** When approval begins: whether posts that are already planned need it too. */
  approval_covers: boolean;
  /** When approval ends: what happens to posts that await it; '' until it is chosen. */
  approval_waiting: '' | 'approve' | 'keep';
};

/** What is known about a business that becomes a client. */
export type Prospect = { name: string; email: string; company: string; description: string };

/** The initial form: filled from a client or from a business, or empty. */
export const fieldsOf = (client: Client | null, prospect: Prospect | null = null): Fields => ({
  name: client?.name ?? prospect?.name ?? '',
  email: client?.email ?? prospect?.email ?? '',
  password: '',
  earning: client?.earning ?? '',
  frequency: client?.frequency ?? 'weekly',
  company: client?.company ?? prospect?.company ?? '',
  description: client?.description ?? prospect?.description ?? '',
  send: false,
  approval: client?.approval ?? 'none',
  approval_covers: true,
  approval_waiting: '',
});

/** The client's state in the form: what several people may change, and what a save sends if it changed. */
export const stateOf = ({ name, earning, frequency, company, description, approval }: Fields) => ({
  name,
  earning,
  frequency,
  company,
  description,
  approval,
});
type State = ReturnType<typeof stateOf>;

/** The label of each part of it, for people who look after clients. */
const agencyLabels = {
  name: 'Name',
  earning: 'Earning',
  frequency: 'Frequency',
  company: 'Company',
  description: 'Description',
  approval: 'Approval',
} as const satisfies Record<keyof State, string>;

/** The label of each part of it, for a client account, which pays what its agency earns. */
export const labelsFor = ({ isAgency }: { isAgency: boolean }): Record<keyof State, string> =>
  isAgency ? agencyLabels : { ...agencyLabels, earning: 'What you pay' };

/** A part of a client's state as a conflict shows it. */
export function stateInWords(field: keyof State, state: State): string {
  switch (field) {
    case 'earning':
      return state.earning === '' ? '' : dollars(state.earning);
    case 'frequency':
      return { weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' }[state.frequency];
    case 'approval':
      return state.approval === 'client' ? 'Client approves' : 'No approval';
    default:
      return state[field];
  }
}

/** The password's message while it is typed; an empty field has none yet. */
export const typedPasswordProblem = (password: string): string =>
  password === '' ? '' : clientPasswordProblem(password);

type Asked = Pick<Client, 'approval' | 'approval_waiting'>;

/** Whether approval ends while posts await it, so that the person must choose what happens to them. */
const endsWithWaiting = (fields: Fields, client: Asked | null): boolean =>
  client !== null && client.approval === 'client' && fields.approval === 'none' && client.approval_waiting > 0;

/** The errors on submit, by field; empty without any. An existing client keeps its password if the field is blank. */
export function problemsOf(fields: Fields, client: Asked | null): Partial<Record<keyof Fields, string>> {
  const mode = client === null ? 'create' : 'edit';
  const found = {
    approval_waiting:
      endsWithWaiting(fields, client) && fields.approval_waiting === '' ? 'Please choose what happens to them' : '',
    name: fields.name.trim() === '' ? 'Name is required' : '',
    email: mode === 'create' ? emailProblem(fields.email) : '',
    password:
      mode === 'create' && fields.password === '' ? 'Password is required' : typedPasswordProblem(fields.password),
    earning: fields.earning === '' ? 'Earning is required' : fields.earning < 0 ? 'Earning cannot be below 0' : '',
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== ''));
}
