import { messages, setupInput } from '@wordrise/core/contract';
import { askSecret } from '../terminal/questions.ts';

/** Twice, because it cannot be seen. */
export async function askNewPassword(): Promise<string> {
  const { password: rule } = setupInput.shape;
  const password = await askSecret('Password', {
    check: (value) => rule.safeParse(value).error?.issues[0]?.message ?? true,
  });
  await askSecret('The same again', { check: (again) => again === password || messages.setup.mismatch });
  return password;
}
