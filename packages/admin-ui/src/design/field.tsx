import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import * as styles from './field.css.ts';
import { Icon } from './icon.tsx';

interface Labelled {
  label: ReactNode;
  /** What helps to fill it in; shown all the time. */
  hint?: ReactNode;
  /** Messages of a schema or of the server; the first one is shown and read aloud. */
  errors?: readonly string[] | undefined;
  optional?: boolean;
}

interface Frame extends Labelled {
  id: string;
  children: ReactNode;
}

/** Ids and states that tie a control to its label, hint and error. */
function useWiring(given: string | undefined, { hint, errors }: Labelled) {
  const made = useId();
  const id = given ?? made;
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

function FieldFrame({ id, label, hint, errors, optional, children }: Frame) {
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

export interface FieldProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: string;
  ref?: Ref<HTMLInputElement>;
}

/** A line of input with its label, hint and error. A password can be shown while it is typed. */
export function Field({ label, hint, errors, optional, id: given, className, type, ...rest }: FieldProps) {
  const { id, control } = useWiring(given, { label, hint, errors });
  const [shown, setShown] = useState(false);
  const secret = type === 'password';
  const input = (
    <input
      {...rest}
      {...control}
      type={secret && shown ? 'text' : type}
      className={classNames(styles.input, secret && styles.secretInput, className)}
    />
  );
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} optional={optional ?? false}>
      {secret ? (
        <div className={styles.secret}>
          {input}
          <span className={styles.reveal}>
            <Button
              variant="quiet"
              size="small"
              icon="eye"
              iconOnly
              aria-label="Show characters"
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

export interface TextAreaProps extends Labelled, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'> {
  name: string;
  /** Set in the typewriter face, for HTML and lists of words. */
  code?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({
  label,
  hint,
  errors,
  optional,
  code,
  id: given,
  className,
  ...rest
}: TextAreaProps) {
  const { id, control } = useWiring(given, { label, hint, errors });
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} optional={optional ?? false}>
      <textarea
        rows={3}
        {...rest}
        {...control}
        className={classNames(styles.textArea, code && styles.code, className)}
      />
    </FieldFrame>
  );
}

export interface SelectProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> {
  name: string;
  ref?: Ref<HTMLSelectElement>;
}

/** The system's own select: `<option>`s as children. */
export function Select({
  label,
  hint,
  errors,
  optional,
  id: given,
  className,
  children,
  ...rest
}: SelectProps) {
  const { id, control } = useWiring(given, { label, hint, errors });
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
