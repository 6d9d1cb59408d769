import { Badge } from '../../design/badge.tsx';
import { Icon } from '../../design/icon.tsx';
import { accessNames, endpointGroups } from './endpoint-groups.ts';
import { schemaTables } from './schema-tables.ts';
import { Section } from './section.tsx';
import * as styles from './tech-specs.css.ts';

// Neither changes while the page is open.
const tables = schemaTables();
const groups = endpointGroups();

export function SchemaCard() {
  return (
    <Section
      id="schema"
      title="Schema"
      note="The entities and their fields. Tables have a few more columns of their own, for search and for sending to the provider."
    >
      <div className={styles.tables}>
        {tables.map(({ name, what, fields }) => (
          <section key={name} aria-label={`Table ${name}`}>
            <h3 className={styles.subtitle}>
              <code>{name}</code>
            </h3>
            <p className={styles.what}>{what}</p>
            <ul className={styles.rows}>
              {fields.map((field) => (
                <li key={field.name} className={styles.field}>
                  <code className={styles.name}>{field.name}</code>
                  <span className={styles.type}>{field.type}</span>
                  {field.note !== undefined && <span className={styles.fieldNote}>{field.note}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Section>
  );
}

export function EndpointsCard() {
  return (
    <Section
      id="endpoints"
      title="API endpoints"
      note="From the contract that validates every call."
      actions={
        <a className={styles.document} href="/api/openapi.json" target="_blank" rel="noreferrer">
          OpenAPI document <Icon name="external" size={16} />
        </a>
      }
    >
      {groups.map(({ title, endpoints }) => (
        <section key={title} className={styles.group} aria-labelledby={`endpoints-${title}`}>
          <h3 className={styles.subtitle} id={`endpoints-${title}`}>
            {title}
          </h3>
          <ul className={styles.rows}>
            {endpoints.map(({ method, path, summary, access }) => (
              <li key={`${method} ${path}`} className={styles.endpoint}>
                <span className={styles.method[method]}>{method}</span>
                <code className={styles.path}>{path}</code>
                <p className={styles.summary}>{summary}</p>
                <span className={styles.access}>
                  <Badge
                    tone={access === 'session' ? 'neutral' : 'info'}
                    icon={access === 'session' ? 'key' : 'people'}
                  >
                    {accessNames[access]}
                  </Badge>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Section>
  );
}
