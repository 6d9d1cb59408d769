export interface Scored {
  subject: string;
  htmlBody: string;
  textBody: string;
}

interface Rule {
  name: string;
  score: number;
  description: string;
  applies: (message: Scored) => boolean;
}

/** The line that every spam filter is tested with. */
const testLine = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
/** From here on nothing is sent. */
export const spamLimit = 5;

const rules: Rule[] = [
  {
    name: 'TEST_LINE',
    score: 1000,
    description: 'The line that marks a test of spam filters',
    applies: ({ subject, htmlBody, textBody }) => [subject, htmlBody, textBody].join().includes(testLine),
  },
  {
    name: 'SUBJECT_SHOUTS',
    score: 1.6,
    description: 'The subject is in capitals',
    applies: ({ subject }) => /\p{Lu}.*\p{Lu}.*\p{Lu}/u.test(subject) && !/\p{Ll}/u.test(subject),
  },
  {
    name: 'MANY_EXCLAMATIONS',
    score: 1.2,
    description: 'Three or more exclamation marks in a row in the subject',
    applies: ({ subject }) => subject.includes('!!!'),
  },
  {
    name: 'PROMISES_MONEY',
    score: 2.4,
    description: 'The subject promises money or prizes',
    applies: ({ subject }) => /free money|you(?:'ve| have) won|act now|earn \$/i.test(subject),
  },
  {
    name: 'ONLY_HTML',
    score: 0.7,
    description: 'There is no text part',
    applies: ({ textBody }) => textBody.trim() === '',
  },
  {
    name: 'NO_BODY',
    score: 2,
    description: 'Both parts are empty',
    applies: ({ htmlBody, textBody }) => htmlBody.trim() === '' && textBody.trim() === '',
  },
];

export function spamScore(message: Scored): number {
  return matching(message).reduce((sum, { score }) => sum + score, 0);
}

/** The score in the shape of iContact's answers. */
export function spamCheck(message: Scored) {
  return {
    rawScore: spamScore(message).toFixed(1),
    spamDetails: matching(message).map(({ name, score, description }) => ({
      spamDetailScore: score.toFixed(1),
      spamDetailName: name,
      spamDetailDescription: description,
    })),
  };
}

function matching(message: Scored): Rule[] {
  return rules.filter(({ applies }) => applies(message));
}
