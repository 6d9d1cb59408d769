import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import * as styles from './field.css.ts';
import { FieldFrame, type Labelled, useFieldIds } from './field-frame.tsx';

export interface FieldProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
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
