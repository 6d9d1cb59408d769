import type { Endpoint } from '@wordrise/core/contract';
import { Icon } from '../../design/icon.tsx';
import { sitePath } from '../../design/site-path.ts';
import { Badge } from '../../design/states.tsx';
import { endpointList } from './endpoint-list.ts';
import { Section } from './facts.tsx';
import { schemaTables } from './schema-tables.ts';
import * as styles from './tech-specs.css.ts';

/** Each call is in the first group that its path belongs to. */
const groups: { title: string; path: RegExp }[] = [
  { title: 'Signup', path: /^\/(api\/(register|config)$|widgets)/ },
  { title: 'Account', path: /^\/api\/(auth\/|login$|logout$|setup-admin$)/ },
  { title: 'Words', path: /^\/api\/admin\/words/ },
  { title: 'Schedule', path: /^\/api\/admin\/schedule/ },
  { title: 'Template', path: /^\/api\/admin\/template/ },
  { title: 'System', path: /./ },
];

const accessNames: Record<Endpoint['access'], string> = {
  session: 'Session',
  public: 'Public',
  embed: 'Public, other sites too',
  token: 'Token',
};

// Neither changes while the page is open.
const tables = schemaTables();
const endpointsByGroup = Map.groupBy(
  endpointList,
  (endpoint) => groups.find(({ path }) => path.test(endpoint.path))?.title,
);

export function SchemaCard() {
  return (
    <Section
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
      title="API endpoints"
      note="From the contract that validates every call."
      actions={
        <a className={styles.document} href={`${sitePath}/api/openapi.json`} target="_blank" rel="noreferrer">
          OpenAPI document <Icon name="external" size={16} />
        </a>
      }
    >
      {groups.map(({ title }) => (
        <details key={title} className={styles.group} open={title === groups[0]?.title}>
          <summary className={styles.groupHead}>
            <h3 className={styles.subtitle}>{title}</h3>
            <span className={styles.type}>{endpointsByGroup.get(title)?.length ?? 0} calls</span>
          </summary>
          <ul className={styles.rows} aria-label={`${title} calls`}>
            {endpointsByGroup.get(title)?.map(({ method, path, summary, access }) => (
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
        </details>
      ))}
    </Section>
  );
}
