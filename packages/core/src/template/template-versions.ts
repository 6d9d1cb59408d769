import { QueryOrder } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { TemplateOrigin } from '../contract/choices.ts';
import { limits } from '../contract/limits.ts';
import type { TemplateInput, TemplateVersion, TemplateVersionView } from '../contract/templates.ts';
import type { Actor } from '../owner/audit.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { fields, isoInstant, tables } from '../platform/database/query.ts';
import { runIn } from '../platform/database/writes.ts';
import { DomainError, editConflict } from '../platform/errors.ts';
import { Template } from './template.ts';

const templates = tables<{ templates: Template }>();
const facts = templates
  .selectFrom('templates')
  .select(fields('templates', ['id', 'createdAt', 'subject', 'origin', 'account', 'via']))
  .select(sql<number>`length(content)`.as('characters'));
const prune = templates
  .deleteFrom('templates')
  .where('id', '<=', ({ selectFrom }) =>
    selectFrom('templates').select('id').orderBy('id', 'desc').limit(1).offset(limits.templateVersions),
  );

export interface NewVersion {
  input: TemplateInput;
  /** The template that was edited; if left out, any template is replaced. */
  replaces?: TemplateInput | undefined;
  origin: TemplateOrigin;
  actor: Actor;
}

/** The kept versions, newest first. */
export async function listVersions({ database }: { database: OpenDatabase }): Promise<TemplateVersion[]> {
  const rows = await database.read(facts.orderBy('id', 'desc').limit(limits.templateVersions));
  return rows.map((row) => ({ ...row, createdAt: isoInstant(row.createdAt) }));
}

/** @throws DomainError `template.not_found` */
export async function getVersion(
  { database }: { database: OpenDatabase },
  id: number,
): Promise<TemplateVersionView> {
  const [found] = await database.read(facts.select('content as template').where('id', '=', id));
  if (found) return { ...found, createdAt: isoInstant(found.createdAt) };
  const message = `This version of the template is no longer kept. Only the last ${limits.templateVersions} are.`;
  throw new DomainError('template.not_found', message);
}

/**
 * Adds a version, unless it is the same as the one in use. The first one that differs from the built-in template stores
 * that as the version before.
 *
 * @throws DomainError `template.changed` if another template than the one in `replaces` is in use
 */
export async function addVersion(
  em: EntityManager,
  { input, replaces, origin, actor }: NewVersion,
  { builtIn, now }: { builtIn: TemplateInput; now: Date },
): Promise<void> {
  const [latest] = await em.find(Template, {}, { orderBy: { id: QueryOrder.DESC }, limit: 1 });
  if (latest && isSame(latest, input)) return;
  if (replaces && !isSame(asEdited(latest ?? builtIn), asEdited(replaces)))
    throw editConflict('template.changed');
  if (!latest && !isSame(builtIn, input)) {
    await em.insert(Template, { ...builtIn, createdAt: now, origin: 'default', account: null, via: null });
  }
  const { account = null, via } = actor;
  const { content, subject } = input;
  await em.insert(Template, { content, subject, createdAt: now, origin, account, via });
  await runIn(em, prune);
}

/** As a text area holds it: its line breaks are `\n`. */
function asEdited({ content, subject }: TemplateInput): TemplateInput {
  return { content: content.replace(/\r\n?/g, '\n'), subject };
}

function isSame(a: TemplateInput, b: TemplateInput): boolean {
  return a.content === b.content && a.subject === b.subject;
}
