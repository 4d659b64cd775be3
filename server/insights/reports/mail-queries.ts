/** The queries of the clients whose reports are mailed each month. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A client that gets its report by mail, and the last month that was mailed or skipped. */
export type DueMail = {
  agencyId: string;
  clientId: string;
  name: string;
  email: string;
  agency: string;
  timezone: string;
  mailedMonth: string;
};

/** The clients whose reports are mailed and who have not got the one of the month before `month`. */
export async function listDueMails(tx: Tx, month: string): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select r.agency_id as "agencyId", r.client_id as "clientId", u.name, u.email, g.name as agency,
      coalesce((select s.timezone from schedules s where s.user_client_id = u.id order by s.id desc limit 1),
        g.timezone) as timezone,
      r.mailed_month as "mailedMonth"
    from report_settings r
    join users u on u.id = r.client_id
    join agencies g on g.id = r.agency_id
    where r.mail_monthly and r.mailed_month < ${month} and u.deleted_at is null and u.paused_at is null
      and g.deleting_at is null
    order by r.client_id`.execute(tx);
  return rows;
}

/** Records that a month's report is mailed; false if it already was, or mailing was turned off. */
export async function markMailed(
  tx: Tx,
  { agencyId, clientId, month }: { agencyId: string; clientId: string; month: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('report_settings')
    .set({ mailed_month: month })
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('mail_monthly', '=', true)
    .where('mailed_month', '<', month)
    .returning('client_id')
    .executeTakeFirst();
  return row !== undefined;
}
