import type { SystemVariable, SystemView } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Section } from './section.tsx';
import * as styles from './tech-specs.css.ts';

export function VariablesCard({ system }: { system: SystemView | undefined }) {
  const production = system?.environment === 'production';
  const state = ({ configured, required }: SystemVariable) => {
    if (configured) return <Badge tone="good">Configured</Badge>;
    if (required) return <Badge tone={production ? 'warn' : 'neutral'}>Not set</Badge>;
    return <span className={styles.byDefault}>Default</span>;
  };
  const groups = [
    { title: 'Required', variables: system?.variables.filter(({ required }) => required) },
    { title: 'Optional', variables: system?.variables.filter(({ required }) => !required) },
  ];
  return (
    <Section
      id="variables"
      title="Environment variables"
      note="Whether each is set; values are never shown. A service’s own variables are required once it is used."
    >
      <div className={styles.variableGroups}>
        {groups.map(({ title, variables }) => (
          <div key={title}>
            <h3 className={styles.subtitle}>{title}</h3>
            {variables ? (
              <ul className={styles.rows} aria-label={`${title} variables`}>
                {variables.map((variable) => (
                  <li key={variable.name} className={styles.variable}>
                    <div>
                      <code className={styles.name}>{variable.name}</code>
                      <p className={styles.what}>{variable.purpose}</p>
                    </div>
                    {state(variable)}
                  </li>
                ))}
              </ul>
            ) : (
              <div className={styles.loadingRows}>
                <Skeleton height="2.5rem" />
                <Skeleton height="2.5rem" />
                <Skeleton height="2.5rem" />
              </div>
            )}
          </div>
        ))}
      </div>
    </Section>
  );
}
