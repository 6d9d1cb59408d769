import { Field, type FieldProps } from '../../design/field.tsx';

export function UsernameField(props: Pick<FieldProps, 'hint' | 'errors'>) {
  return (
    <Field
      label="Username"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
