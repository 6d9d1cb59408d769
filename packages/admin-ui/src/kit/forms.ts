import './no-eval.ts';
import type { FieldErrors } from '@wordrise/core/contract';
import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { z } from 'zod';

interface SchemaFormOptions<S extends z.ZodType> {
  /** Called with the schema's output once every field is valid. */
  onValid: (values: z.output<S>) => void;
  /** Ignores submits while the first is in progress. */
  busy?: boolean;
  /** The server's messages by field. */
  serverErrors?: FieldErrors;
}

/** A form checked by a schema of the contract: messages appear on submit, disappear as the fields are fixed, and the
 * first invalid field gets the focus, whether the schema or the server refused it.
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
  /** Fields that the server refused and that have been edited since. */
  const [edited, setEdited] = useState<string[]>([]);
  const refused = Object.entries(serverErrors).filter(([field]) => !edited.includes(field));
  const refusedFields = Object.keys(serverErrors).join();

  // In an effect: a screen reader should find the message when the field gets the focus.
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
        setEdited([]);
        onValid(checked.values);
      },
      onInput({ target }: InputEvent<HTMLFormElement>) {
        const { name } = target as unknown as HTMLInputElement;
        if (name in serverErrors && !edited.includes(name)) setEdited([...edited, name]);
        const form = element.current;
        if (!form || Object.keys(errors).length === 0) return;
        const now = check(form).errors;
        // Only fields that already had a message: one not filled in yet is not wrong yet.
        setErrors(Object.fromEntries(Object.entries(now).filter(([field]) => field in errors)));
      },
    },
  };
}

const pauseMs = 400;

/** A value that is being typed, once typing pauses. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
