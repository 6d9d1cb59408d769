import * as styles from './field.css.ts';
import { FieldFrame, type Labelled, useFieldIds } from './field-frame.tsx';
import { Icon } from './icon.tsx';

export interface SelectProps<Value extends string> extends Labelled {
  name: string;
  /** Labels by value, in the order of the list. */
  options: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}

/** The browser's own select. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, errors, optional, name, options, value, onChange } = props;
  const { id, control } = useFieldIds(undefined, { label, hint, errors });
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} optional={optional ?? false}>
      <div className={styles.selectBox}>
        <select
          name={name}
          value={value}
          onChange={({ target }) => onChange(target.value as Value)}
          {...control}
          className={styles.select}
        >
          {Object.entries<string>(options).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={16} className={styles.selectArrow} />
      </div>
    </FieldFrame>
  );
}
