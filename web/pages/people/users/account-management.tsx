import type { Data } from '#contract/index.ts';
import { memberSorts } from '#contract/base/list-options.ts';
import { Page } from '../../../parts/page/page.tsx';
import { memberPasswordProblem } from '../../../lib/passwords.ts';
import { useAction } from '../../../api/action.ts';
import { useList } from '../../../api/queries.ts';
import { useEdited } from '../../../lib/use-edited.ts';
import { sortingIn } from '../../../lib/sorting.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { padded, sayTotal } from '../../../lib/words.ts';
import { AccountsList } from './accounts-list.tsx';
import { AddAccount } from './add-account.tsx';
import { EditAccount } from './edit-account.tsx';
import styles from './people.module.css';
import { OwnOnly } from '../../../parts/forms/own-only.tsx';

type Member = Data<'fetch-team-members'>['items'][number];
const type = 'Team Member';

/** `/account-management`: the people of the agency's team. */
export default function AccountManagement() {
  const address = useListAddress();
  const { search, setSearch } = address;
  const sorting = sortingIn(address, { sorts: memberSorts, standard: '-created' });
  const list = useList('fetch-team-members', {
    ...(search === '' ? {} : { search }),
    ...(sorting.value === sorting.standard ? {} : { sort: sorting.value }),
  });
  const add = useAction('create-client');
  const remove = useAction('delete-client');
  const invite = useAction('invite-team-member');
  const total = list.first?.total;
  return (
    <Page title="Account Management" count={total === undefined ? '' : sayTotal(total, padded)}>
      <div className={styles.columns}>
        <OwnOnly permission="addMembers">
          <AddAccount
            type={type}
            passwordProblem={memberPasswordProblem}
            busy={add.busy}
            errors={add.errors}
            onSave={(account) => add.run({ ...account, type: 'team_member' })}
          />
        </OwnOnly>
        <AccountsList
          title="Team Member Management"
          type={type}
          list={list}
          search={search}
          onSearch={setSearch}
          sorting={sorting}
          editor={(member, close) => <EditMember member={member} onClose={close} />}
          deleteText="Do you want to delete this Team Member account"
          deleteNote="signed out at once; the streams and schedules they made stay"
          permission="addMembers"
          editPermission="ownProfile"
          onDelete={(id) => remove.run({ client_id: id })}
          onInvite={(id) => invite.run({ id })}
        />
      </div>
    </Page>
  );
}

function EditMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const form = useEdited({
    formName: `member ${member.id}`,
    saved: { name: member.name, password: '' },
    version: member.version,
    stateOf: ({ name }) => ({ name }),
    labels: { name: 'Name' },
    secret: ['password'],
  });
  const update = useAction('edit-client-account', {
    onConflict: form.onConflict,
    onDone: () => {
      form.forget();
      onClose();
    },
  });
  const { password } = form.fields;
  const save = () =>
    void form.save((changes, version) =>
      update.run({ id: member.id, password, ...changes, ...version }, { repeats: password === '' }),
    );
  return (
    <EditAccount
      account={member}
      type={type}
      busy={update.busy}
      errors={update.errors}
      form={form}
      onSave={save}
      onCancel={onClose}
    />
  );
}
