const endings =
  /(?:ally|ly|fulness|ness|ities|ity|ical|ic|iously|ious|ous|ance|ence|ant|ent|ancy|ency|ation|ating|ated|ates|ate|ing|ed|er|or|able|ible|ment|ism|ist|al|ful|ish|es|s|y|e)$/u;
const shortestRoot = 4;

/** Endings that change the root, as in "generous" and "generosity". */
const derivations = new Set(
  `able e ed ful fulness ible ic ify ily iness ing ion iful istic itous ity ive ization ize ly ness osity ous ption tic tion ution y`.split(
    ' ',
  ),
);
/** Shorter beginnings can be shared by chance, as in "passion" and "passing". */
const shortestShared = 5;
/** Only for adjectives: "impress" is not a negation of "press". */
const negated = /^(?:un|in|im|ir|il|non)-?(?=\p{L}{4,}(?:able|al|ant|ed|ent|ful|ible|ic|ing|ous)$)/u;

/** Whether two words have the same base, as "precarious" and "precariously" do. */
export function areRelated(word: string, other: string): boolean {
  if (word === other) return true;
  const root = rootOf(other);
  if (root.length >= shortestRoot && root === rootOf(word)) return true;
  const positive = word.replace(negated, '');
  return positive === word ? shareRoot(word, other) : areRelated(positive, other);
}

/** Whether two words are the same except for their endings. */
function shareRoot(one: string, other: string): boolean {
  for (let length = Math.min(one.length, other.length); length >= shortestShared; length--) {
    if (!one.startsWith(other.slice(0, length))) continue;
    const ends = [one, other].map((word) => word.slice(length));
    if (ends.every((end) => end === '' || derivations.has(end))) return true;
  }
  return false;
}

/** A word without its endings: `precari` for "precariously" and "precarious". */
function rootOf(word: string): string {
  let root = word;
  for (;;) {
    const shorter = root.replace(endings, '');
    if (shorter === root || shorter.length < shortestRoot) return root;
    root = shorter;
  }
}
