import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import * as styles from './field.css.ts';
import { Icon } from './icon.tsx';

export interface FieldProps extends Labeled, Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: string;
  ref?: Ref<HTMLInputElement>;
}

/** A single-line input with its label, hint and error. A password can be shown while typing. */
export function Field({ label, hint, errors, optional, id: givenId, className, type, ...rest }: FieldProps) {
  const { id, control } = useFieldIds(givenId, { label, hint, errors });
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  const input = (
    <input
      dir="auto"
      {...rest}
      {...control}
      type={isPassword && shown ? 'text' : type}
      className={classNames(styles.input, isPassword && styles.passwordInput, className)}
    />
  );
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} optional={optional ?? false}>
      {isPassword ? (
        <Revealable shown={shown} onToggle={() => setShown(!shown)}>
          {input}
        </Revealable>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

interface RevealableProps {
  shown: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Revealable({ shown, onToggle, children }: RevealableProps) {
  return (
    <div className={styles.password}>
      {children}
      <span className={styles.reveal}>
        <IconButton icon="eye" label="Show characters" aria-pressed={shown} onClick={onToggle} />
      </span>
    </div>
  );
}

/** Props that all fields share. */
interface Labeled {
  label: ReactNode;
  /** Help with filling it in; always visible. */
  hint?: ReactNode;
  /** Messages of a schema or of the server; the first one is shown and read aloud. */
  errors?: readonly string[] | undefined;
  optional?: boolean;
}

/** Ids and ARIA attributes that tie a control to its label, hint and error. */
function useFieldIds(givenId: string | undefined, { hint, errors }: Labeled) {
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

interface FieldFrameProps extends Labeled {
  id: string;
  children: ReactNode;
}

/** Label above a control, error and hint below it. */
function FieldFrame({ id, label, hint, errors, optional, children }: FieldFrameProps) {
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

interface TextAreaProps extends Labeled, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'> {
  name: string;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, hint, errors, optional, id: givenId, className, ...rest }: TextAreaProps) {
  const { id, control } = useFieldIds(givenId, { label, hint, errors });
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} optional={optional ?? false}>
      <textarea
        rows={3}
        dir="auto"
        {...rest}
        {...control}
        className={classNames(styles.textArea, className)}
      />
    </FieldFrame>
  );
}

interface SelectProps<Value extends string> extends Labeled {
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
