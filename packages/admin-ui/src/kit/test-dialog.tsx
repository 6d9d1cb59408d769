import { useMutation } from '@tanstack/react-query';
import { type TemplateInput, type TestEmailInput, testEmailInput } from '@wordrise/core/contract';
import { Link } from 'react-router';
import { z } from 'zod';
import { Button } from '../design/button.tsx';
import { Dialog, DialogActions } from '../design/dialog.tsx';
import { Field } from '../design/field.tsx';
import { stack } from '../design/layout.css.ts';
import { Alert } from '../design/states.tsx';
import { FailureAlert, fieldErrorsOf, hasFieldErrors } from './failure.tsx';
import { useSchemaForm } from './forms.ts';
import { useApi } from './queries.ts';
import { usePersistedState } from './unsaved-work.tsx';

export interface TestDialogProps {
  /** What is sent: "One email with the text in the editor". */
  content: string;
  /** The text in the editor, saved or not; the template in use if left out. */
  template?: TemplateInput;
  wordId: number | undefined;
  onClose: () => void;
}

/** Sends the email to one address, and says where to look for it. */
export function TestDialog({ content, template, wordId, onClose }: TestDialogProps) {
  const [address, setAddress] = usePersistedState('test-address', z.string());
  const send = useSendTest();
  const form = useSchemaForm(testEmailInput.pick({ to: true }), {
    onValid: ({ to }) => send.mutate({ to, template, wordId }),
    busy: send.isPending,
    serverErrors: fieldErrorsOf(send.error),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send a test email"
      description={`${content}, marked [Test]. Its unsubscribe links have no effect.`}
    >
      <form className={stack.normal} {...form.props}>
        {send.error && !hasFieldErrors(send.error) && (
          <FailureAlert title="The test email was not sent" error={send.error} />
        )}
        {send.data && (
          <Alert tone="good" title="Sent">
            {send.data.message}{' '}
            {send.data.through === 'outbox' && <Link to="/admin/outbox">Open the outbox</Link>}
          </Alert>
        )}
        <Field
          label="Email address"
          name="to"
          type="email"
          autoComplete="email"
          defaultValue={address}
          onChange={({ target }) => setAddress(target.value)}
          errors={form.errors.to}
        />
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
          <Button type="submit" variant="primary" busy={send.isPending} busyLabel="Sending...">
            {send.data ? 'Send again' : 'Send'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useSendTest() {
  const api = useApi();
  return useMutation({ mutationFn: (body: TestEmailInput) => api.call('sendTestEmail', { body }) });
}
