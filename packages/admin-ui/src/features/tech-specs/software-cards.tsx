import { version as reactVersion } from 'react';
import { Facts } from './facts.tsx';
import type { SystemCardProps } from './installation-cards.tsx';
import { Section } from './section.tsx';
import * as styles from './tech-specs.css.ts';

const databaseNames = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

const libraryRoles: Record<string, string> = {
  'Node.js': 'Runtime',
  koa: 'HTTP server',
  zod: 'Validation',
  '@mikro-orm/core': 'Database access',
  handlebars: 'Email templates',
  'node-schedule': 'Timer',
};

export function FrontendCard() {
  return (
    <Section id="frontend" title="Frontend">
      <Facts
        facts={[
          { label: 'Library', value: `React ${reactVersion}` },
          { label: 'Pages', value: 'One app for login and admin area, with a chunk per page' },
          { label: 'Landing page', value: 'Rendered on the server, with two small islands' },
          { label: 'Data', value: 'TanStack Query' },
          { label: 'Components', value: 'Our own, on plain HTML' },
          { label: 'Styles', value: 'vanilla-extract, light and dark' },
        ]}
      />
    </Section>
  );
}

export function BackendCard({ system }: SystemCardProps) {
  const versions = system?.versions.map(({ name, version }) => ({
    label: libraryRoles[name] ?? 'Library',
    value: (
      <>
        {name} <span className={styles.version}>{version}</span>
      </>
    ),
  }));
  return (
    <Section id="backend" title="Backend">
      <Facts facts={versions ?? Object.values(libraryRoles).map((label) => ({ label, value: undefined }))} />
    </Section>
  );
}

export function DatabaseCard({ system }: SystemCardProps) {
  return (
    <Section id="database" title="Database">
      <Facts
        facts={[
          { label: 'Kind', value: system && databaseNames[system.database.kind] },
          {
            label: 'Version',
            value: system && <span className={styles.version}>{system.database.version}</span>,
          },
          { label: 'Access', value: 'MikroORM, the same way on SQLite and PostgreSQL' },
          { label: 'Changes', value: 'Migrations, applied when the server starts' },
        ]}
      />
    </Section>
  );
}
