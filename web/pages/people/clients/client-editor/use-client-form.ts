import { useRef, useState, type FormEvent } from 'react';
import { useAction } from '../../../../api/action.ts';
import { useEdited } from '../../../../lib/use-edited.ts';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import {
  fieldsOf,
  labelsFor,
  problemsOf,
  stateInWords,
  stateOf,
  typedPasswordProblem,
  type Client,
  type Fields,
} from './client-fields.ts';
import { useProspect } from './prospect.ts';

type Options = {
  /** The edited client; null for a new one. */
  client: Client | null;
  isAgency: boolean;
  setsApproval: boolean;
  onCreated: (id: string) => void;
};

/** The state of the client form: fields with their problems, and the submit that creates or updates the client. */
export function useClientForm({ client, isAgency, setsApproval, onCreated }: Options) {
  const prospect = useProspect();
  const labels = labelsFor({ isAgency });
  const edited = useEdited({
    formName: `client ${client?.id ?? (prospect === null ? 'new' : `new ${prospect.name}`)}`,
    saved: fieldsOf(client, prospect),
    version: client?.version ?? null,
    stateOf,
    labels,
    words: stateInWords,
    secret: ['password'],
  });
  const { fields } = edited;
  const [problems, setProblems] = useState<Partial<Record<keyof Fields, string>>>({});
  const leaving = useRef(false);

  const add = useAction('add-app-client', {
    quiet: true, // the dialog that follows reports it
    onDone: ([created]) => {
      leaving.current = true;
      edited.forget();
      if (created) onCreated(created.id);
    },
  });
  const update = useAction('edit-app-client-account', {
    onConflict: edited.onConflict,
    onDone: (data) => {
      edited.take(fieldsOf(data), data.version);
    },
  });
  const errors = client === null ? add.errors : update.errors;
  const weak = typedPasswordProblem(fields.password);

  const change = (part: Partial<Fields>) => {
    edited.change(part);
    setProblems((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, ''])) }));
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = problemsOf(fields, client);
    setProblems(found);
    if (Object.keys(found).length > 0 || fields.earning === '') return showFirstProblem(form);
    const { send, email, password, approval_covers, approval_waiting: ending } = fields;
    const done = await (client === null
      ? // omitted without the permission to change it
        add.run({ ...stateOf(fields), ...(setsApproval ? {} : { approval: undefined }), email, password, send })
      : edited.save((changes, version) =>
          update.run(
            {
              id: client.id,
              ...changes,
              ...version,
              password,
              approval_covers,
              ...(ending === '' ? {} : { approval_waiting: ending }),
            },
            { repeats: password === '' },
          ),
        ));
    if (!done) showFirstProblem(form);
  };
  return {
    fields,
    change,
    submit,
    errorOf: (name: keyof Fields) => problems[name] || errors[name],
    /** The problem of the typed password, or ''. */
    weakPassword: weak,
    isBusy: add.busy || update.busy,
    hasUnsaved: () => !leaving.current && edited.isEdited,
    forget: edited.forget,
    restored: edited.restored,
    discard: edited.discard,
  };
}
