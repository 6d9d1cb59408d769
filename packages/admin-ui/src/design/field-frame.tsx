import { type ReactNode, useId } from 'react';
import * as styles from './field.css.ts';
import { Icon } from './icon.tsx';

/** Props that all fields share. */
export interface Labelled {
  label: ReactNode;
  /** Help with filling it in; always visible. */
  hint?: ReactNode;
  /** Messages of a schema or of the server; the first one is shown and read aloud. */
  errors?: readonly string[] | undefined;
  optional?: boolean;
}

/** Ids and ARIA attributes that tie a control to its label, hint and error. */
export function useFieldIds(givenId: string | undefined, { hint, errors }: Labelled) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const invalid = errors !== undefined && errors.length > 0;
  const describedBy = [invalid && `${id}-error`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return {
    id,
    control: {
      id,
      'aria-invalid': invalid || undefined,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    },
  };
}

export interface FieldFrameProps extends Labelled {
  id: string;
  children: ReactNode;
}

/** Label above a control, error and hint below it. */
export function FieldFrame({ id, label, hint, errors, optional, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      {errors?.[0] !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="warning" size={16} className={styles.errorIcon} />
          <span>{errors[0]}</span>
        </p>
      )}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
