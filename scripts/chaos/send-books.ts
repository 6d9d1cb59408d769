/** What the mail server and we recorded about one email to all readers, after everything has ended. */
export interface SendBooks {
  /** Addresses that the mail server accepted it for, once for each time. */
  accepted: readonly string[];
  /** The outcome that we recorded, by address. */
  states: ReadonlyMap<string, string>;
  /** The totals that we show. */
  totals: { recipients: number; sent: number; failed: number; unknown: number };
  /** Who wanted the email at all times, so that nothing may have kept it from them. */
  wanted?: ReadonlySet<string>;
  /** Who left the list meanwhile: an email to them may be skipped. */
  left?: ReadonlySet<string>;
  /** How many may be without an answer. */
  mostUnknown: number;
}

/** What is wrong, one line each. Addresses that start with `gone` do not exist. */
export function compareSend({ accepted, states, totals, wanted, left, mostUnknown }: SendBooks): string[] {
  const wrong: string[] = [];
  const times = new Map<string, number>();
  for (const email of accepted) times.set(email, (times.get(email) ?? 0) + 1);
  for (const [email, count] of times) {
    if (count > 1) wrong.push(`twice: the mail server accepted ${email} ${count} times`);
    const state = states.get(email) ?? 'not there';
    if (state !== 'sent' && state !== 'unknown')
      wrong.push(`wrong: the mail server accepted ${email}, which is ${state} here`);
  }
  const counts = { sent: 0, failed: 0, unknown: 0 };
  for (const [email, state] of states) {
    if (state === 'sent' && !times.has(email))
      wrong.push(`missing: ${email} is sent here, and the mail server does not have it`);
    if (state === 'failed' && !email.startsWith('gone')) wrong.push(`wrong: ${email} failed and is not gone`);
    if (state in counts) counts[state as keyof typeof counts] += 1;
    else if (state !== 'skipped' || !left?.has(email)) wrong.push(`missing: ${email} is still ${state}`);
  }
  for (const email of wanted ?? []) {
    if (!states.has(email)) wrong.push(`missing: ${email} wanted the email and was left out`);
  }
  if (counts.unknown > mostUnknown)
    wrong.push(`unknown: ${counts.unknown} are without an answer, at most ${mostUnknown} may be`);
  const shown = { recipients: states.size, ...counts };
  for (const name of ['recipients', 'sent', 'failed', 'unknown'] as const) {
    if (totals[name] !== shown[name])
      wrong.push(`wrong: we show ${totals[name]} ${name}, and it is ${shown[name]}`);
  }
  return wrong;
}
