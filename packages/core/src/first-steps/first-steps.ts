import type { FirstSteps } from '../contract/system.ts';
import type { Reads } from '../database/reads.ts';

export interface FirstStepsDeps {
  database: Reads;
  publicUrl: string;
}

const exists = (from: string, name: string) => `exists (select 1 from ${from}) as "${name}"`;
const sql = `select ${exists('users', 'account')}, ${exists('registrations', 'reader')},
  ${exists(`scheduled_emails where status = 'sent'`, 'sent')}, ${exists('templates', 'template')},
  ${exists(`registrations where source like 'http%' and source <> ?`, 'embedded')}`;

/** What a new owner has done so far, according to the database. */
export async function firstSteps({ database, publicUrl }: FirstStepsDeps): Promise<FirstSteps> {
  // SQLite answers with 0 and 1.
  const [row] = await database.read<Record<keyof FirstSteps, boolean | number>>(sql, [
    new URL(publicUrl).origin,
  ]);
  const isDone = (step: keyof FirstSteps) => Boolean(row?.[step]);
  return {
    account: isDone('account'),
    reader: isDone('reader'),
    sent: isDone('sent'),
    template: isDone('template'),
    embedded: isDone('embedded'),
  };
}
