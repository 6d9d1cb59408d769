import { messages, setupInput } from '@wordrise/core/contract';
import { askSecret } from '../terminal/questions.ts';

/** Asks twice, because the password is not shown. */
export async function askNewPassword(): Promise<string> {
  const { password: rule } = setupInput.shape;
  const password = await askSecret('Password', {
    check: (value) => rule.safeParse(value).error?.issues[0]?.message ?? true,
  });
  await askSecret('Confirm password', { check: (again) => again === password || messages.setup.mismatch });
  return password;
}
