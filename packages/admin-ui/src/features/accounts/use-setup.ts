import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messages, type SetupInput } from '@wordrise/core/contract';
import { useLocation, useNavigate } from 'react-router';
import { useToasts } from '../../design/toast.tsx';
import { ApiError } from '../../kit/api.ts';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';

/** Whether setup is needed, and the call that does it and then leads to the login page. */
export function useSetup() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  // From the setup link.
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  const toasts = useToasts();
  const needed = useQuery(endpointQuery(api, 'needsSetup'));
  const markDone = () => client.setQueryData(keyOf('needsSetup'), { needsSetup: false });

  const setup = useMutation({
    mutationFn: (body: SetupInput) => api.call('setupAdmin', { body: token ? { ...body, token } : body }),
    onSuccess() {
      markDone();
      toasts.success({ title: messages.setup.successTitle, description: messages.setup.success });
      navigate('/login');
    },
    onError(error) {
      // Someone else was faster.
      if (error instanceof ApiError && error.code === 'auth.setup_done') markDone();
    },
  });

  return {
    setup,
    checking: needed.isPending,
    alreadyDone: needed.data?.needsSetup === false && !setup.isSuccess,
  };
}
