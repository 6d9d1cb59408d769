import { Field, type FieldProps } from '../../design/field.tsx';

/** Six digits of the authenticator app, or a recovery code. */
export function CodeField(props: Pick<FieldProps, 'hint' | 'errors' | 'autoFocus'>) {
  return (
    <Field
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
