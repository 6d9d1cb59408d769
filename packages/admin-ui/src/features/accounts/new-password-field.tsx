import { useState } from 'react';
import { Field, type FieldProps } from '../../design/field.tsx';
import { passwordStrength } from './password-strength.ts';

const texts = {
  weak: 'Weak: easy to guess. Make it longer.',
  fair: 'Fair: a few more characters make it strong.',
  strong: 'Strong.',
};

/** A field for a password that is being chosen; its hint says how strong it is. */
export function NewPasswordField({ hint, ...rest }: Pick<FieldProps, 'label' | 'name' | 'hint' | 'errors'>) {
  const [typed, setTyped] = useState('');
  return (
    <Field
      {...rest}
      type="password"
      autoComplete="new-password"
      hint={<span aria-live="polite">{typed === '' ? hint : texts[passwordStrength(typed)]}</span>}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
