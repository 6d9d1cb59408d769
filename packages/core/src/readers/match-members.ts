import type { ReaderView } from '../contract/people.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { ListMember } from '../mail/mail-provider.ts';

/** The address of a member in the form stored here. */
export function addressOf({ email }: Pick<ListMember, 'email'>): string {
  return email.trim().toLowerCase();
}

/** The readers here with the addresses of members of a list elsewhere, by address. */
export async function readersByEmail(
  database: OpenDatabase,
  members: readonly ListMember[],
): Promise<Map<string, Pick<ReaderView, 'id' | 'status'>>> {
  if (members.length === 0) return new Map();
  const emails = members.map(addressOf);
  const found = await database
    .em()
    .execute<Pick<ReaderView, 'id' | 'status' | 'email'>[]>(
      `select id, email, handover as status from registrations where email in (${emails.map(() => '?').join(', ')})`,
      emails,
    );
  return new Map(found.map(({ email, ...reader }) => [email, reader]));
}

/** The ids of the readers on the list here, in pages. */
export async function* subscribedIds(database: OpenDatabase): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const rows = await database
      .em()
      .execute<{ id: number }[]>(
        `select id from registrations where id > ? and handover = 'subscribed' order by id limit 500`,
        [after],
      );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}
