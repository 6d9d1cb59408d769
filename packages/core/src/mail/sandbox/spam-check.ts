interface Scored {
  subject: string;
  htmlBody: string;
  textBody: string;
}

interface Rule {
  score: number;
  applies: (subject: string, htmlBody: string, textBody: string) => boolean;
}

/** The standard test line for spam filters. */
export const spamTestLine = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
/** From this score, nothing is sent. */
export const spamLimit = 5;

const rules: Rule[] = [
  { score: 1000, applies: (...texts) => texts.join().includes(spamTestLine) },
  { score: 1.6, applies: (subject) => /\p{Lu}.*\p{Lu}.*\p{Lu}/u.test(subject) && !/\p{Ll}/u.test(subject) },
  { score: 1.2, applies: (subject) => subject.includes('!!!') },
  { score: 2.4, applies: (subject) => /free money|you(?:'ve| have) won|act now|earn \$/i.test(subject) },
  { score: 0.7, applies: (_subject, _htmlBody, textBody) => textBody.trim() === '' },
  { score: 2, applies: (_subject, ...bodies) => bodies.join('').trim() === '' },
];

export function spamScore({ subject, htmlBody, textBody }: Scored): number {
  return rules
    .filter(({ applies }) => applies(subject, htmlBody, textBody))
    .reduce((sum, { score }) => sum + score, 0);
}
