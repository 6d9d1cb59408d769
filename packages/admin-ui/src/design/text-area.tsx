import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import * as styles from './field.css.ts';
import { FieldFrame, type Labelled, useFieldIds } from './field-frame.tsx';

export interface TextAreaProps extends Labelled, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'> {
  name: string;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, hint, errors, optional, id: givenId, className, ...rest }: TextAreaProps) {
  const { id, control } = useFieldIds(givenId, { label, hint, errors });
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} optional={optional ?? false}>
      <textarea rows={3} {...rest} {...control} className={classNames(styles.textArea, className)} />
    </FieldFrame>
  );
}
