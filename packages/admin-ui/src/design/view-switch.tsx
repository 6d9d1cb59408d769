import * as styles from './view-switch.css.ts';

export interface ViewSwitchProps<View extends string> {
  /** For screen readers. */
  label: string;
  /** Names of the views, in order. */
  views: Record<View, string>;
  value: View;
  onChange: (view: View) => void;
}

/** Shows one of a few views in the same place. */
export function ViewSwitch<View extends string>({ label, views, value, onChange }: ViewSwitchProps<View>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons are not a form
    <div className={styles.frame} role="group" aria-label={label}>
      {(Object.keys(views) as View[]).map((view) => (
        <button
          key={view}
          type="button"
          className={styles.view}
          aria-pressed={view === value}
          onClick={() => onChange(view)}
        >
          {views[view]}
        </button>
      ))}
    </div>
  );
}
