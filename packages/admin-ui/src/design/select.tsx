import type { Ref, SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import * as styles from './field.css.ts';
import { FieldFrame, type Labelled, useFieldIds } from './field-frame.tsx';
import { Icon } from './icon.tsx';

export interface SelectProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> {
  name: string;
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own select: `<option>`s as children. */
export function Select({
  label,
  hint,
  errors,
  optional,
  id: givenId,
  className,
  children,
  ...rest
}: SelectProps) {
  const { id, control } = useFieldIds(givenId, { label, hint, errors });
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} optional={optional ?? false}>
      <div className={styles.selectBox}>
        <select {...rest} {...control} className={classNames(styles.select, className)}>
          {children}
        </select>
        <Icon name="chevron-down" size={16} className={styles.selectArrow} />
      </div>
    </FieldFrame>
  );
}
