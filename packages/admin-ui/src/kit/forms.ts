import type { FieldErrors } from '@wordrise/core/contract';
import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { z } from 'zod';

export interface SchemaFormOptions<S extends z.ZodType> {
  /** Called with what the schema made of the fields, once they are all right. */
  onValid: (values: z.output<S>) => void;
  /** No second call while the first is under way. */
  busy?: boolean;
  /** Messages that the server gave by field. */
  serverErrors?: FieldErrors;
}

/** A form checked by a schema of the contract: messages appear on submit, go away as the fields are mended, and the
 * first wrong field takes the focus, whether the schema or the server refused it.
 *
 *     const form = useSchemaForm(wordInput, { onValid: (word) => add.mutate(word), busy: add.isPending });
 *     <form {...form.props}><Field name="word" errors={form.errors.word} … /></form>
 */
export function useSchemaForm<S extends z.ZodType>(
  schema: S,
  { onValid, busy = false, serverErrors = {} }: SchemaFormOptions<S>,
) {
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  /** Fields that the server refused and that were changed since. */
  const [mended, setMended] = useState<string[]>([]);
  const refused = Object.entries(serverErrors).filter(([field]) => !mended.includes(field));
  const refusedFields = Object.keys(serverErrors).join();

  // After the messages are drawn, so that the field is read with its own.
  useEffect(() => {
    if (refusals === 0 && refusedFields === '') return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, refusedFields]);

  function check(form: HTMLFormElement) {
    const result = schema.safeParse(Object.fromEntries(new FormData(form)));
    return result.success
      ? { values: result.data, errors: {} as FieldErrors }
      : { values: undefined, errors: z.flattenError(result.error).fieldErrors as FieldErrors };
  }

  return {
    errors: { ...Object.fromEntries(refused), ...errors } as { [field in string]?: string[] },
    props: {
      ref: element,
      noValidate: true,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        if (busy) return;
        const checked = check(event.currentTarget);
        setErrors(checked.errors);
        if (checked.values === undefined) return setRefusals(refusals + 1);
        setMended([]);
        onValid(checked.values);
      },
      onInput({ target }: InputEvent<HTMLFormElement>) {
        const { name } = target as unknown as HTMLInputElement;
        if (name in serverErrors && !mended.includes(name)) setMended([...mended, name]);
        const form = element.current;
        if (!form || Object.keys(errors).length === 0) return;
        const now = check(form).errors;
        // Only what was complained of: a field not filled in yet is not wrong yet.
        setErrors(Object.fromEntries(Object.entries(now).filter(([field]) => field in errors)));
      },
    },
  };
}
