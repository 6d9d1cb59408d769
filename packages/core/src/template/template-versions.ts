import { isDeepStrictEqual as isEqual } from 'node:util';
import { QueryOrder } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { TemplateOrigin } from '../contract/choices.ts';
import { type Design, defaultDesign } from '../contract/design.ts';
import { limits } from '../contract/limits.ts';
import type { TemplateInput, TemplateVersion } from '../contract/templates.ts';
import type { Actor } from '../owner/audit.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { fields, isoInstant, tables } from '../platform/database/query.ts';
import { runIn } from '../platform/database/writes.ts';
import { DomainError } from '../platform/errors.ts';
import { shownSubject, storedSubject } from './name-in-subject.ts';
import type { EmailSite } from './render-email.ts';
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

/** A template with the design that it was made from, or that the pages have beside it. */
export interface DesignedTemplate extends TemplateInput {
  design: Design;
  /** Whether the content follows from the design. */
  isDesigned: boolean;
}

export interface NewVersion {
  next: DesignedTemplate;
  origin: TemplateOrigin;
  actor: Actor;
}

/** The kept versions, newest first. */
export async function listVersions({
  database,
  site: { productName },
}: {
  database: OpenDatabase;
  site: Pick<EmailSite, 'productName'>;
}): Promise<TemplateVersion[]> {
  const rows = await database.read(facts.orderBy('id', 'desc').limit(limits.templateVersions));
  return rows.map((row) => ({
    ...row,
    subject: shownSubject(row.subject, productName),
    createdAt: isoInstant(row.createdAt),
  }));
}

/** @throws DomainError `template.not_found` */
export async function requireVersion(em: EntityManager, id: number): Promise<Template> {
  const found = await em.findOne(Template, { id });
  if (found) return found;
  const message = `This version of the template is no longer kept. Only the last ${limits.templateVersions} are.`;
  throw new DomainError('template.not_found', message);
}

export async function latestVersion(em: EntityManager): Promise<Template | undefined> {
  const [latest] = await em.find(Template, {}, { orderBy: { id: QueryOrder.DESC }, limit: 1 });
  return latest;
}

/**
 * Adds a version, unless it is the same as the one in use. The first one that differs from the built-in template stores
 * that as the version before.
 *
 * @param now.inUse What the new one replaces.
 * @param now.productName The name that both have in ready-made subjects.
 */
export async function addVersion(
  em: EntityManager,
  { next, origin, actor }: NewVersion,
  {
    inUse,
    isFirst,
    now,
    productName,
  }: { inUse: DesignedTemplate; isFirst: boolean; now: Date; productName: string },
): Promise<void> {
  const { account = null, via } = actor;
  if (isSame(inUse, next)) {
    if (!isFirst) return;
  } else if (isFirst) {
    const { content, subject, isDesigned } = inUse;
    await em.insert(Template, {
      content,
      subject: storedSubject(subject, productName),
      isDesigned,
      createdAt: now,
      origin: 'default',
      account: null,
      via: null,
    });
  }
  const { content, subject, design, isDesigned } = next;
  await em.insert(Template, {
    content,
    subject: storedSubject(subject, productName),
    design: isEqual(design, defaultDesign) ? null : design,
    isDesigned,
    createdAt: now,
    origin,
    account,
    via,
  });
  await runIn(em, prune);
}

function isSame(a: DesignedTemplate, b: DesignedTemplate): boolean {
  return (
    a.content === b.content &&
    a.subject === b.subject &&
    a.isDesigned === b.isDesigned &&
    isEqual(a.design, b.design)
  );
}
