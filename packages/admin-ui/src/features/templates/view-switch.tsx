import { Button } from '../../design/button.tsx';
import * as styles from './preview-page.css.ts';

const views = ['Desktop', 'Phone', 'Text'] as const;
export type View = (typeof views)[number];

export interface ViewSwitchProps {
  view: View;
  onChange: (view: View) => void;
}

/** How an email is shown: on a wide screen, on a phone, or its text part. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend to look right
    <div className={styles.views} role="group" aria-label="Show as">
      {views.map((name) => (
        <Button key={name} size="small" aria-pressed={view === name} onClick={() => onChange(name)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
