import { createRequire } from 'node:module';
import { variables, type Wordrise } from '@wordrise/core';
import type { SystemView } from '@wordrise/core/contract';

const libraries = ['koa', 'zod', '@mikro-orm/core', 'handlebars', 'node-schedule'];

/** Content of the technical page. It never includes the value of a variable. */
export async function presentSystem({ config, database, delivery }: Wordrise): Promise<SystemView> {
  const lastPass = await delivery.lastPass();
  return {
    productName: config.productName,
    publicUrl: config.publicUrl,
    timezone: config.timezone,
    environment: config.environment,
    database: { kind: database.kind, version: await database.version() },
    emailProvider: config.email.provider,
    dictionary: config.dictionary.kind,
    botCheck: config.botCheck.kind,
    processor: { enabled: config.processor, lastRunAt: lastPass?.finishedAt.toISOString() ?? null },
    widgetOrigins: config.widgetOrigins,
    versions: versions(),
    variables: variables.map(({ name, purpose, required }) => ({
      name,
      purpose,
      required,
      configured: config.configured.includes(name),
    })),
  };
}

function versions(): SystemView['versions'] {
  const require = createRequire(import.meta.url);
  const found: SystemView['versions'] = [{ name: 'Node.js', version: process.versions.node }];
  for (const name of libraries) {
    try {
      found.push({ name, version: (require(`${name}/package.json`) as { version: string }).version });
    } catch {
      // Some packages don't export their package.json, and a missing version is not worth an error.
    }
  }
  return found;
}
